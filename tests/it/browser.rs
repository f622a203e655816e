//! A browser without a window, driven over a pipe by the DevTools protocol: JSON messages, a zero byte behind each.
//!
//! Nothing is installed here: where there is no browser, the tests that need one fail and name the command that installs it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};

/// Names under which people have it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What installs a browser, if its owner says so.
const SETUP: &str = "tests/setup";

/// The browser's command.
fn command() -> &'static str {
    static COMMAND: OnceLock<Option<&str>> = OnceLock::new();
    let command = COMMAND.get_or_init(|| NAMES.into_iter().find(|name| runs(&[name, "--version"])));
    command.unwrap_or_else(|| panic!("this test needs a browser, and there is none: `{SETUP}` installs Chromium"))
}

fn runs(words: &[&str]) -> bool {
    let status = Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A page in a browser of its own, and what went wrong in it.
pub struct Page {
    browser: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<Value>,
    n_calls: u64,
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Page {
    /// Opens a file.
    pub fn open(path: &Path) -> Self {
        let mut page = Self::blank();
        page.go(path);
        page
    }

    /// A browser that finds no host, and shows nothing yet.
    pub fn blank() -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The browser reads from its descriptor 3 and writes to 4.
        let mut browser = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", "sh", command()])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .args(["--no-first-run", "--window-size=1200,1000", "--host-resolver-rules=MAP * ~NOTFOUND"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (browser.stdin.take().unwrap(), BufReader::new(browser.stdout.take().unwrap()));
        let mut page =
            Self { browser, input, output, session: None, n_calls: 0, events: Vec::new(), _profile: profile };
        let target = page.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let session = page.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        page.session = Some(session["sessionId"].clone());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page
    }

    /// Opens another file in the same browser, which takes a second less; what went wrong before is forgotten.
    pub fn go(&mut self, path: &Path) {
        self.events.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let message = self.read();
            self.events.push(message);
        }
    }

    /// Calls a method of the protocol; its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.n_calls += 1;
        let mut message = json!({ "id": self.n_calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.read();
            if answer["id"] == self.n_calls {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn read(&mut self) -> Value {
        let mut message = Vec::new();
        self.output.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has gone away");
        serde_json::from_slice(&message).unwrap()
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// The text of the first element that fits, as it is shown.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.eval(&format!("document.querySelector({selector:?}).innerText"));
        text.as_str().unwrap_or_else(|| panic!("{selector}: {text}")).to_owned()
    }

    /// How many elements fit.
    pub fn number(&mut self, selector: &str) -> u64 {
        self.eval(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Home" => 36,
            "End" => 35,
            _ => key.to_uppercase().bytes().next().unwrap(),
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The point at this share of an element's width and half its height.
    fn point(&mut self, selector: &str, share: f64) -> (f64, f64) {
        let rect = self.eval(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{ block: 'center' }}); \
             const r = it.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }})()"
        ));
        let [x, y, width, height] = [0, 1, 2, 3].map(|k| rect[k].as_f64().unwrap());
        (x + share * width, y + height / 2.0)
    }

    /// Moves the pointer onto an element.
    pub fn hover(&mut self, selector: &str) {
        let (x, y) = self.point(selector, 0.5);
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
    }

    /// Clicks on an element, at this share of its width.
    pub fn click(&mut self, selector: &str, share: f64) {
        let (x, y) = self.point(selector, share);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Errors on the console, exceptions, and requests for anything but the file itself.
    pub fn problems(&mut self) -> Vec<String> {
        // What has happened so far is on its way before the answer to this.
        self.eval("0");
        let is_problem = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                ["error", "warning", "assert"].contains(&event["params"]["type"].as_str().unwrap_or(""))
            }
            Some("Log.entryAdded") => {
                ["error", "warning"].contains(&event["params"]["entry"]["level"].as_str().unwrap_or(""))
            }
            Some("Network.requestWillBeSent") => event["params"]["type"] != "Document",
            _ => false,
        };
        self.events.iter().filter(is_problem).map(Value::to_string).collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
