"""A stand-in for a chat-completions endpoint: answers with the first number of the menu, or what it is told to."""
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

KIND = sys.argv[1] if len(sys.argv) > 1 else "first"


class Chat(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.headers["Authorization"] == "Bearer secret", self.headers
        text = asked["messages"][1]["content"]
        menu = text[text.index("Menu:") :]
        number = re.search(r"^(\d+)\.", menu, re.M).group(1)
        if KIND == "nonsense":
            said = "I would rather not say."
        else:
            said = '```json\n{"n": %s, "why": "It comes first."}\n```' % number
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        body = json.dumps({"choices": [{"message": {"content": said}}], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Chat)
print(f"http://127.0.0.1:{server.server_port}/v1/chat/completions", flush=True)
server.serve_forever()
