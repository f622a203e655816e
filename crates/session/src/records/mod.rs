//! Tasks and tallies as lines of text, so that many processes and machines can count one problem, connected only by files.
//!
//! A file of records has a JSON object in each line. There are three kinds:
//!
//! | record | says | written by |
//! |---|---|---|
//! | `split` | what is asked, the problem's fingerprint, what was found while splitting, how many tasks there are | the head of every file |
//! | `task` | a number, a prefix, a weight, a share of the search | the process that splits |
//! | `tally` | what was counted below a prefix, and the tasks of the rest if that is not all | a process that counts |
//!
//! The truth is the set of the records. They may come in any order, from any files, and any number of times: [`Records`] settles what they say together.
//! A task may have several tallies. Those that count it to its end have to agree, however the task was divided, and an error names the lines that do not.
//!
//! A problem that is counted by merging states has no such tasks: processes that count it share a folder with the levels of the sweep ([`SweepFolder`]).
//!
//! Every line ends with a checksum, a hash of the line and of the name of the split it belongs to. So a line that was changed is refused, and one that was copied
//! from the records of another split as well. The last line of a file may be unfinished: its writer was killed, and what it was about to say is counted again.

mod error;
mod folder;
mod journal;
mod line;
mod read;
mod settle;

pub use error::{RecordError, RecordPlace};
pub use folder::{SweepError, SweepFolder, SweepProgress};
pub use journal::RecordJournal;
pub use line::{Flat, Listed, Record, SplitRecord, TaskTally, VERSION, lines, sweep_lines};
pub use read::{RecordReader, Records};
pub use settle::{OpenTask, Settled, Sum};
