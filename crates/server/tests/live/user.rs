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

use crate::house::Door;

/// Nothing takes so long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Clone)]
pub struct User {
    door: Door,
    client: Client,
    pub cookie: Option<String>,
    pub me: Value,
    /// Everything that came to this person, byte for byte.
    ears: Arc<Mutex<Vec<String>>>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    pub json: Value,
}

impl Answer {
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
        User { door, client, cookie: None, me: Value::Null, ears: Arc::default() }
    }

    pub async fn guest(door: Door, name: &str) -> User {
        let nobody = User::nobody(door);
        let answer = nobody.post("/guests", json!({ "name": name })).await;
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        User { cookie: Some(cookie), me: answer.ok(), ..nobody }
    }

    /// The same person at another server that knows them.
    pub fn at(&self, door: &Door) -> User {
        User { door: door.clone(), ears: Arc::default(), ..self.clone() }
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

    fn address(&self) -> String {
        self.door.lock().unwrap().to_string()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None).await
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let response = self.send(method, path, body, None).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert_ne!(status, 500, "{path}");
        let text = response.text().await.unwrap();
        // One's own cookie is one's own business, and it comes in a header.
        let kept = headers.iter().filter(|(name, _)| *name != "set-cookie");
        kept.for_each(|(name, value)| self.hear(format!("{name}: {value:?}")));
        self.hear(&*text);
        let json = serde_json::from_str(&text).unwrap_or_default();
        Answer { status, headers, text, json }
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        last: Option<u64>,
    ) -> Response {
        let address = self.address();
        let mut request = self.client.request(method, format!("http://{address}/api/v1{path}"));
        if let Some(cookie) = &self.cookie {
            request =
                request.header("cookie", cookie).header("origin", format!("http://{address}"));
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
    pub async fn command(&self, table: &str, id: &str, seat: u8, command: Value) -> Answer {
        let order = json!({ "id": id, "seat": seat, "command": command });
        self.post(&format!("/tables/{table}/commands"), order).await
    }

    /// Opens a socket, or says with which status it was refused.
    pub async fn try_socket(&self, table: &str, how: &str) -> Result<Line, u16> {
        let address = self.address();
        let url = format!("ws://{address}/api/v1/tables/{table}/socket{how}");
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
            let origin = format!("http://{address}").parse().unwrap();
            request.headers_mut().insert("origin", origin);
        }
        match timeout(PATIENCE, connect_async(request)).await.expect("an answer comes") {
            Ok((socket, _)) => Ok(Line { socket, ears: self.clone() }),
            Err(Error::Http(answer)) => {
                let body = answer.body().clone().unwrap_or_default();
                self.hear(String::from_utf8_lossy(&body));
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn socket(&self, table: &str, how: &str) -> Line {
        self.try_socket(table, how).await.unwrap()
    }

    /// Follows a table as server-sent events, after the event with number `last`.
    pub async fn events(&self, path: &str, last: Option<u64>) -> Events {
        let response = self.send(Method::GET, path, None, last).await;
        assert_eq!(response.status(), 200);
        Events { response, rest: String::new(), ears: self.clone() }
    }
}

/// A socket to a table.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    ears: User,
}

impl Line {
    /// The next message, which comes.
    pub async fn next(&mut self) -> Value {
        self.heard().await.expect("the table has more to say")
    }

    /// The next message; none if the table hangs up.
    pub async fn heard(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("something comes");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.ears.hear(text.as_str());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The code with which the table hangs up.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("something comes")? {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
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
    rest: String,
    ears: User,
}

/// One event of a stream.
#[derive(Debug)]
pub struct Event {
    pub id: Option<u64>,
    pub data: Value,
}

impl Events {
    /// Done when the stream ends.
    pub async fn end(&mut self) {
        while let Some(_more) =
            timeout(PATIENCE, self.response.chunk()).await.expect("something comes").unwrap()
        {
        }
    }

    pub async fn next(&mut self) -> Event {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.rest = rest;
                if let Some(event) = read(&event) {
                    return event;
                }
                continue;
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("something comes");
            let chunk = chunk.unwrap().expect("the stream goes on");
            let text = String::from_utf8(chunk.to_vec()).unwrap();
            self.ears.hear(&*text);
            self.rest.push_str(&text);
        }
    }
}

fn read(event: &str) -> Option<Event> {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
    let data = serde_json::from_str(field("data: ")?).unwrap();
    Some(Event { id: field("id: ").map(|id| id.parse().unwrap()), data })
}
