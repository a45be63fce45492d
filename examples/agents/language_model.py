#!/usr/bin/env python3
"""A language model plays a seat, over the line protocol (docs/agents.md) and any endpoint of the chat-completions shape.

    CHAT_URL=https://api.example.org/v1/chat/completions CHAT_KEY=… CHAT_MODEL=… \\
    backchannel agent --time 60s/3600s --save games -- python3 examples/agents/language_model.py games/talk.ndjson

The argument is the transcript: a line for each question, with the prompt, the answer and what it cost.
CHAT_PRICE_IN and CHAT_PRICE_OUT are prices for a million tokens.
"""
import json
import os
import sys
import urllib.error
import urllib.request

MOST_ENTRIES = 60  # of the menu in one prompt
SYSTEM = (
    "You play a seat of a game of conquest and negotiation. You get the position and a numbered menu. "
    "Agreements are enforced, promises are not, and others may lie. "
    'Answer with JSON only: {"n": <number of the menu>, "why": "<one sentence>"}. '
    'If nothing is due you may answer {"skip": true, "why": "…"}.'
)
ANSWER = {
    "type": "json_schema",
    "json_schema": {
        "name": "move",
        "schema": {
            "type": "object",
            "properties": {"n": {"type": "integer"}, "skip": {"type": "boolean"}, "why": {"type": "string"}},
        },
    },
}


def shortened(menu):
    """Every kind of command with its first entries: a menu may be longer than a prompt should be."""
    kinds = {}
    for entry in menu:
        kinds.setdefault(entry["verb"], []).append(entry)
    share = max(1, MOST_ENTRIES // max(1, len(kinds)))
    return [entry for entries in kinds.values() for entry in entries[:share]]


def prompt(question):
    lines = [question["text"], "\nMenu:"]
    lines += [f"{entry['n']}. {entry['text']}" for entry in shortened(question["menu"])]
    due = "A move is due." if question["type"] == "act" else "An offer or a signal has arrived; you may skip."
    return "\n".join([*lines, due])


def parse(text, question):
    """The answer in what the model wrote, which may be wrapped in a block of code."""
    start, end = text.find("{"), text.rfind("}")
    answer = json.loads(text[start : end + 1])
    if answer.get("skip") and question["type"] == "answer":
        return {"skip": True}
    number = int(answer["n"])
    if not any(entry["n"] == number for entry in question["menu"]):
        raise ValueError(f"the menu has no number {number}")
    return {"n": number}


class Model:
    def __init__(self, transcript):
        self.url = os.environ["CHAT_URL"]
        self.key = os.environ.get("CHAT_KEY", "")
        self.model = os.environ.get("CHAT_MODEL", "default")
        self.prices = [float(os.environ.get(name, "0")) for name in ("CHAT_PRICE_IN", "CHAT_PRICE_OUT")]
        self.transcript = transcript
        self.tokens = [0, 0]

    def ask(self, question):
        """Asks at most twice within the time; a caretaker moves if both answers are no good."""
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt(question)}]
        for _ in range(2):
            text = ""
            try:
                text, usage = self.complete(messages, question["time_ms"] / 2000)
                answer, trouble = parse(text, question), None
            except (ValueError, KeyError, TypeError, OSError) as error:
                answer, usage, trouble = None, {}, str(error)
            self.note(question, messages[-1]["content"], text, usage, trouble)
            if answer is not None:
                return answer
            messages += [{"role": "assistant", "content": text}, {"role": "user", "content": f"No good: {trouble}"}]
        return None

    def complete(self, messages, seconds):
        body = {"model": self.model, "messages": messages, "response_format": ANSWER, "temperature": 0}
        request = urllib.request.Request(
            self.url,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"},
        )
        with urllib.request.urlopen(request, timeout=max(seconds, 1)) as response:
            reply = json.loads(response.read(1 << 20))
        return reply["choices"][0]["message"]["content"], reply.get("usage") or {}

    def note(self, question, prompt_text, text, usage, trouble):
        used = [int(usage.get(name, 0)) for name in ("prompt_tokens", "completion_tokens")]
        self.tokens = [all + more for all, more in zip(self.tokens, used)]
        line = {"id": question["id"], "prompt": prompt_text, "answer": text, "tokens": used, "cost": self.cost(used)}
        if trouble:
            line["trouble"] = trouble
        self.write(line)

    def cost(self, tokens):
        return sum(price * count for price, count in zip(self.prices, tokens)) / 1e6

    def write(self, line):
        if self.transcript:
            with open(self.transcript, "a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def main():
    model = Model(sys.argv[1] if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        message, reply = json.loads(line), None
        if message["type"] == "hello":
            reply = {"type": "ready", "protocol": 1, "name": model.model, "wants": ["text", "menu"]}
        elif message["type"] in ("act", "answer"):
            answer = model.ask(message)
            reply = {"id": message["id"], **(answer or {"skip": True})}
        elif message["type"] == "refused" and message["again"]:
            # Nothing better comes to mind: the move is left to the caretaker.
            reply = {"id": message["id"], "skip": True}
        elif message["type"] == "end":
            total = {"end": message.get("outcome"), "tokens": model.tokens, "cost": model.cost(model.tokens)}
            model.write(total)
            print(f"{sum(model.tokens)} tokens, cost {total['cost']:.4f}", file=sys.stderr)
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
