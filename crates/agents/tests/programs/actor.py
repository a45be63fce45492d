"""A program for tests. Its first argument says how it behaves; with a second one, it keeps what it reads in that file."""
import json
import sys
import time

kind = sys.argv[1]
kept = open(sys.argv[2], "w", encoding="utf-8") if len(sys.argv) > 2 else None
asked = 0
for line in sys.stdin:
    if kept:
        kept.write(line)
        kept.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        if kind == "old":
            print(json.dumps({"type": "ready", "protocol": 7}), flush=True)
        elif kind == "rude":
            print("hello yourself", flush=True)
        elif kind == "stillborn":
            print("before the greeting\n" + 100 * "a long story\n" + "NameError: no such name", file=sys.stderr, flush=True)
            sys.exit(1)
        else:
            wants = ["view", "options", "menu", "text", "smell"]
            print(json.dumps({"type": "ready", "protocol": 1, "name": kind, "wants": wants}), flush=True)
        continue
    if message["type"] == "refused" and (not message["again"] or kind in ("deaf", "stringly", "chatty")):
        continue
    if message["type"] not in ("act", "answer", "refused"):
        continue
    asked += 1
    reply = {"id": message["id"], "n": 0}
    if kind == "hang":
        time.sleep(3600)
    if kind == "crash":
        print("this cannot go on", file=sys.stderr, flush=True)
        sys.exit(3)
    if kind == "story":
        raise RuntimeError("the plot is lost " + 40 * "and lost " + "at last")
    if kind == "open":
        sys.stdout.write(json.dumps(reply))
        sys.stdout.flush()
        continue
    if kind == "chatty":
        print("thinking …", flush=True)
    if kind == "deaf":
        reply = {"id": message["id"], "skip": True}
    if kind == "stringly":
        reply = {"id": str(message["id"]), "n": 0}
    if kind == "nonsense":
        print("er …", flush=True)
        continue
    if kind == "long":
        print("x" * 100_000, flush=True)
        continue
    if kind == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
        continue
    if kind == "beyond":
        reply = {"id": message["id"], "n": 100_000}
    if kind == "cheat":
        reply = {"id": message["id"], "command": {"type": "deploy", "to": 0, "troops": 4_000_000}}
    if kind == "early":
        reply = {"id": message["id"] + 1, "n": 0}
    if kind == "second thoughts" and message["type"] == "refused":
        continue
    if kind == "second thoughts" and message["type"] == "act":
        print(json.dumps({"id": message["id"] - 1, "n": 0}), flush=True)
        print(json.dumps({"id": message["id"], "n": -1}), flush=True)
    if message["type"] == "answer" and kind in ("first", "second thoughts"):
        reply = {"id": message["id"], "skip": True}
    print(json.dumps(reply), flush=True)
if kind == "stays":
    time.sleep(3600)
