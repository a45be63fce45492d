//! People who speak HTTP and hold sockets, and who remember every byte that they were sent.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::test_server::Door;

/// Nothing takes so long, on however busy a machine, unless it never comes.
pub const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Clone)]
pub struct User {
    door: Door,
    client: Client,
    pub cookie: Option<String>,
    token: Option<String>,
    pub me: Value,
    /// Everything that came to this person, byte for byte.
    ears: Arc<Mutex<Vec<String>>>,
}

#[derive(Debug)]
pub struct TestResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    pub json: Value,
}

impl TestResponse {
    /// Fails unless it went well, and shows why.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        self.json
    }

    /// Fails unless it is that status.
    #[track_caller]
    pub fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json
    }
}

impl User {
    pub fn nobody(door: Door) -> User {
        let client = Client::builder().pool_max_idle_per_host(0).no_proxy().build().unwrap();
        User { door, client, cookie: None, token: None, me: Value::Null, ears: Arc::default() }
    }

    pub async fn guest(door: Door, name: &str) -> User {
        let nobody = User::nobody(door);
        nobody.known_by(nobody.post("/guests", json!({ "name": name })).await)
    }

    /// Somebody whose cookie is known.
    pub fn known(door: Door, id: &str, cookie: &str) -> User {
        let (cookie, me) = (Some(cookie.to_owned()), json!({ "id": id }));
        User { cookie, me, ..User::nobody(door) }
    }

    /// The same person at another server that knows them.
    pub fn at(&self, door: &Door) -> User {
        User { door: door.clone(), ears: Arc::default(), ..self.clone() }
    }

    /// A program of the same person's, with a token of these scopes, and the id of the token.
    pub async fn program(&self, scopes: &[&str]) -> (User, String) {
        let wanted = json!({ "label": "bot", "scopes": scopes });
        let issued = self.post("/me/tokens", wanted).await.ok();
        let token = Some(issued["secret"].as_str().unwrap().to_owned());
        let program = User { cookie: None, token, ears: Arc::default(), ..self.clone() };
        (program, issued["id"].as_str().unwrap().to_owned())
    }

    /// The same person in another browser, signed in with a password.
    pub async fn signed_in(&self, login: &str, password: &str) -> User {
        let nobody = User::nobody(self.door.clone());
        let body = json!({ "login": login, "password": password });
        nobody.known_by(nobody.post("/session", body).await)
    }

    fn known_by(&self, answer: TestResponse) -> User {
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        User { cookie: Some(cookie), me: answer.ok(), ..self.clone() }
    }

    pub fn id(&self) -> &str {
        self.me["id"].as_str().unwrap()
    }

    pub fn heard(&self) -> Vec<String> {
        self.ears.lock().unwrap().clone()
    }

    fn hear(&self, text: impl Into<String>) {
        self.ears.lock().unwrap().push(text.into());
    }

    pub fn address(&self) -> String {
        self.door.lock().unwrap().to_string()
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.ask(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.ask(Method::DELETE, path, None).await
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> TestResponse {
        let response = self.send(method, path, body, None).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        assert!(status != 500 || text.contains("quarantined"), "{path}: {text}");
        // One's own cookie is one's own business, and it comes in a header.
        let kept = headers.iter().filter(|(name, _)| *name != "set-cookie");
        kept.for_each(|(name, value)| self.hear(format!("{name}: {value:?}")));
        self.hear(&*text);
        let json = serde_json::from_str(&text).unwrap_or_default();
        TestResponse { status, headers, text, json }
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        last: Option<u64>,
    ) -> Response {
        let address = self.address();
        // What does not begin with a slash is beside the API.
        let path = if path.starts_with('/') { format!("api/v1{path}") } else { path.to_owned() };
        let request = self.client.request(method, format!("http://{address}/{path}"));
        let mut request = request.header("accept", "application/json, text/event-stream");
        if let Some(cookie) = &self.cookie {
            request =
                request.header("cookie", cookie).header("origin", format!("http://{address}"));
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        timeout(PATIENCE, request.send()).await.expect("an answer comes").unwrap()
    }

    /// A view, as a message.
    pub async fn view(&self, table: &str, how: &str) -> Value {
        self.get(&format!("/tables/{table}/view{how}")).await.ok()
    }

    /// Sends a command by HTTP.
    pub async fn command(&self, table: &str, id: &str, seat: u8, command: Value) -> TestResponse {
        let order = json!({ "id": id, "seat": seat, "command": command });
        self.post(&format!("/tables/{table}/commands"), order).await
    }

    /// Opens a socket, or says with which status it was refused.
    pub async fn try_socket(&self, table: &str, how: &str) -> Result<TestSocket, u16> {
        let address = self.address();
        let url = format!("ws://{address}/api/v1/tables/{table}/socket{how}");
        let mut request = url.into_client_request().unwrap();
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
            let origin = format!("http://{address}").parse().unwrap();
            request.headers_mut().insert("origin", origin);
        }
        match timeout(PATIENCE, connect_async(request)).await.expect("an answer comes") {
            Ok((socket, _)) => Ok(TestSocket { socket, ears: self.clone() }),
            Err(Error::Http(answer)) => {
                let body = answer.body().clone().unwrap_or_default();
                self.hear(String::from_utf8_lossy(&body));
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn socket(&self, table: &str, how: &str) -> TestSocket {
        self.try_socket(table, how).await.unwrap()
    }

    /// Follows a table as server-sent events, after the event with number `last`.
    pub async fn events(&self, path: &str, last: Option<u64>) -> Events {
        let response = self.send(Method::GET, path, None, last).await;
        assert_eq!(response.status(), 200);
        Events { response, rest: Vec::new(), ears: self.clone() }
    }
}

/// A socket to a table.
pub struct TestSocket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    ears: User,
}

impl TestSocket {
    /// The next message, which comes.
    pub async fn next(&mut self) -> Value {
        self.heard().await.expect("the table has more to say")
    }

    /// The next message; none if the table hangs up.
    pub async fn heard(&mut self) -> Option<Value> {
        self.text().await.ok().map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The next message, byte for byte, or the code with which the table hangs up.
    pub async fn text(&mut self) -> Result<String, Option<u16>> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("something comes");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.ears.hear(text.as_str());
                    return Ok(text.to_string());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|it| it.code.into())),
                Some(Err(_)) | None => return Err(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The code with which the table hangs up, whatever it says before.
    pub async fn hangs_up(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.text().await {
                return code;
            }
        }
    }

    pub async fn say(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.unwrap();
    }

    /// Asks for a command. What is heard until it is answered comes first, the answer last.
    pub async fn command(&mut self, id: &str, command: Value) -> Vec<Value> {
        self.say(json!({ "type": "command", "id": id, "command": command }).to_string()).await;
        let mut heard = Vec::new();
        loop {
            let message = self.next().await;
            let answered = message["type"] == "accepted" || message["type"] == "refused";
            heard.push(message);
            if answered {
                return heard;
            }
        }
    }
}

/// A stream of events.
pub struct Events {
    response: Response,
    /// What has come of the next event: a chunk may end in the middle of a letter.
    rest: Vec<u8>,
    ears: User,
}

/// One event of a stream.
#[derive(Debug)]
pub struct StreamEvent {
    pub id: Option<u64>,
    pub data: Value,
    /// All of it, byte for byte.
    pub text: String,
}

impl Events {
    /// Reads on to the end of the stream.
    pub async fn ends(mut self) {
        while let Some(chunk) = timeout(PATIENCE, self.response.chunk()).await.unwrap().unwrap() {
            self.ears.hear(String::from_utf8_lossy(&chunk));
        }
    }

    pub async fn next(&mut self) -> StreamEvent {
        loop {
            if let Some(end) = self.rest.windows(2).position(|two| two == b"\n\n") {
                let event: Vec<u8> = self.rest.drain(..end + 2).collect();
                let event = String::from_utf8(event).expect("an event is text");
                self.ears.hear(&*event);
                if let Some(event) = read(event.trim_end_matches('\n')) {
                    return event;
                }
                continue;
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("something comes");
            self.rest.extend(chunk.unwrap().expect("the stream goes on"));
        }
    }
}

fn read(event: &str) -> Option<StreamEvent> {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
    let data = serde_json::from_str(field("data: ")?).unwrap();
    let id = field("id: ").map(|id| id.parse().unwrap());
    Some(StreamEvent { id, data, text: event.to_owned() })
}
