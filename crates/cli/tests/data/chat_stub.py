"""A stand-in for a chat-completions endpoint: answers with the first number of the menu, or what it is told to."""
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

KIND = sys.argv[1] if len(sys.argv) > 1 else "first"


asked_so_far = 0


class Chat(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.headers["Authorization"] == "Bearer secret", self.headers
        text = asked["messages"][1]["content"]
        menu = text[text.index("Menu:") :]
        number = re.search(r"^(\d+)\.", menu, re.M).group(1)
        global asked_so_far
        asked_so_far += 1
        if KIND == "nonsense":
            said = "I would rather not say."
        elif KIND == "null":
            said = None
        else:
            said = '```json\n{"n": %s, "why": "It comes first."}\n```' % number
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        choices = [] if KIND == "empty" else [{"message": {"content": said}}]
        body = json.dumps({"choices": choices, "usage": usage}).encode()
        refused = KIND == "plain" and "response_format" in asked
        shaky = KIND == "shaky" and asked_so_far % 4 == 1
        self.send_response(400 if refused else 503 if shaky else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Chat)
print(f"http://127.0.0.1:{server.server_port}/v1/chat/completions", flush=True)
server.serve_forever()
