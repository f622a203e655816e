"""What can go wrong. The words are those of the program."""


class Error(Exception):
    """The errors of this package.

    >>> import dlx_count as dlx
    >>> try:
    ...     dlx.queens(1000)
    ... except dlx.Error as error:
    ...     print(error)
    1000 is too large for queens
      help: the largest is 700
    """


class InputError(Error, ValueError):
    """What was asked makes no sense: a family with such arguments, a text with a mistake, an option with an item twice."""


class RunError(Error, RuntimeError):
    """It could not be done: a run file of another problem, records that contradict each other, a file that cannot be read."""


class NoSolution(Error):
    """There is no solution, where one was asked for as the package `exact-cover` does it."""
