#!/usr/bin/env python3
"""A language model plays a seat, over the line protocol (docs/agents.md) and any endpoint of the chat-completions shape.

    CHAT_URL=https://api.example.org/v1/chat/completions CHAT_KEY=… CHAT_MODEL=… \\
    backchannel agent --time 60s/3600s --save games -- python3 examples/agents/language_model.py games/talk.ndjson

The argument is the transcript: a line for each answer, with the game, the prompt, the answer and what it cost, and a sum.
CHAT_PRICE_IN and CHAT_PRICE_OUT are prices for a million tokens.
"""
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

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


def content(reply):
    """What the model wrote, or nothing: some endpoints send no choice, or one without text."""
    try:
        return reply["choices"][0]["message"]["content"] or ""
    except (KeyError, IndexError, TypeError):
        return ""


def tokens(reply):
    """The tokens that were paid for, also if the answer is no good."""
    usage = reply.get("usage") if isinstance(reply, dict) else None
    counts = [(usage or {}).get(name) for name in ("prompt_tokens", "completion_tokens")]
    return [count if isinstance(count, int) else 0 for count in counts]


class Model:
    def __init__(self, transcript):
        self.url = os.environ["CHAT_URL"]
        self.key = os.environ.get("CHAT_KEY", "")
        self.model = os.environ.get("CHAT_MODEL", "default")
        self.prices = [float(os.environ.get(name, "0")) for name in ("CHAT_PRICE_IN", "CHAT_PRICE_OUT")]
        self.transcript = transcript
        self.game = uuid.uuid4().hex[:12]
        self.extra = {"response_format": ANSWER, "temperature": 0}
        self.tokens = [0, 0]
        self.fallbacks = 0

    def ask(self, question):
        """Asks at most twice; if both answers are no good, or the endpoint is down, the first entry that is safe is taken."""
        until = time.monotonic() + question["time_ms"] / 1000 * 0.9
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt(question)}]
        for _ in range(2):
            reply, text, answer, trouble = {}, "", None, None
            try:
                reply = self.complete(messages, until)
                text = content(reply)
                answer = parse(text, question)
            except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException) as error:
                trouble = f"{type(error).__name__}: {error}"
            self.note(question, messages[-1]["content"], text, tokens(reply), trouble)
            if answer is not None:
                return answer
            if time.monotonic() > until:
                break
            messages += [{"role": "assistant", "content": text or "…"}, {"role": "user", "content": f"No good: {trouble}"}]
        self.fallbacks += 1
        return fallback(question)

    def complete(self, messages, until):
        """A reply of the endpoint. While it is overloaded or down it is asked again, as long as there is time."""
        wait = 0.5
        while True:
            try:
                return self.request(messages, until)
            except urllib.error.HTTPError as error:
                if error.code in (400, 422) and self.extra:
                    # Not every endpoint knows how to be told the shape of an answer.
                    self.extra = {}
                    continue
                if error.code != 429 and error.code < 500:
                    raise
                failed = error
            except urllib.error.URLError as error:
                failed = error
            if time.monotonic() + wait > until:
                raise failed
            time.sleep(wait)
            wait *= 2

    def request(self, messages, until):
        body = {"model": self.model, "messages": messages, **self.extra}
        request = urllib.request.Request(
            self.url,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"},
        )
        with urllib.request.urlopen(request, timeout=max(until - time.monotonic(), 1)) as response:
            return json.loads(response.read(1 << 20))

    def note(self, question, prompt_text, text, used, trouble):
        self.tokens = [all + more for all, more in zip(self.tokens, used)]
        line = {"id": question["id"], "prompt": prompt_text, "answer": text, "tokens": used, "cost": self.cost(used)}
        if trouble:
            line["trouble"] = trouble
        self.write(line | {"cost_so_far": self.cost(self.tokens)})

    def end(self, outcome):
        total = {"tokens": self.tokens, "cost": self.cost(self.tokens), "fallbacks": self.fallbacks}
        self.write({"end": outcome} | total)
        told = f"{sum(self.tokens)} tokens, cost {total['cost']:.4f}, {self.fallbacks} moves without a good answer"
        print(told, file=sys.stderr)

    def cost(self, tokens):
        return sum(price * count for price, count in zip(self.prices, tokens)) / 1e6

    def write(self, line):
        if self.transcript:
            with open(self.transcript, "a", encoding="utf-8") as file:
                file.write(json.dumps({"game": self.game} | line, ensure_ascii=False) + "\n")


def fallback(question):
    """Something harmless: nothing, or what ends a phase, or the first entry."""
    if question["type"] == "answer":
        return {"skip": True}
    harmless = [entry for entry in question["menu"] if entry["verb"] in ("pass", "end_attack", "end_turn")]
    return {"n": (harmless or question["menu"])[0]["n"]}


def main():
    model, asked, ended = Model(sys.argv[1] if len(sys.argv) > 1 else None), None, False
    for line in sys.stdin:
        message, reply = json.loads(line), None
        if message["type"] == "hello":
            reply = {"type": "ready", "protocol": 1, "name": model.model, "wants": ["text", "menu"]}
        elif message["type"] in ("act", "answer"):
            asked = message
            reply = {"id": message["id"], **model.ask(message)}
        elif message["type"] == "refused" and message["again"] and asked:
            reply = {"id": message["id"], **fallback(asked)}
        elif message["type"] == "end":
            ended = True
            model.end(message.get("outcome"))
        if reply is not None:
            print(json.dumps(reply), flush=True)
    if not ended:
        model.end(None)


if __name__ == "__main__":
    main()
