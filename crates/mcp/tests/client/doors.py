"""The official MCP client plays over both transports. Run by `cargo xtask test agents`; the argument is the binary."""
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import asynccontextmanager

import httpx2
from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

BINARY = sys.argv[1]
TOOLS = ["tables", "create_table", "sit", "look", "menu", "act", "say", "offer", "answer", "wait", "rules", "judge"]
MOVES = 4000


class Server:
    """A server on a port and a database of its own."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        config = os.path.join(self.folder.name, "limits.toml")
        with open(config, "w", encoding="utf-8") as file:
            file.write("[limits]\nwrites_per_minute = 1000000\nquestions_per_minute = 1000000\n")
        db = f"sqlite:{self.folder.name}/tables.db"
        command = [BINARY, "serve", "--addr", "127.0.0.1:0", "--db", db, "--config", config]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.origin = self.child.stdout.readline().split()[-1].rstrip("/")
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.wait()
        self.folder.cleanup()

    def post(self, path, body, cookie=""):
        headers = {"Content-Type": "application/json", "Cookie": cookie, "Origin": self.origin}
        request = urllib.request.Request(f"{self.origin}/api/v1{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as response:
            return response.headers.get("Set-Cookie", "").split(";")[0], json.loads(response.read())

    def token(self, name, scopes=("read", "play", "tables")):
        cookie, _ = self.post("/guests", {"name": name})
        return self.post("/me/tokens", {"label": name, "scopes": list(scopes)}, cookie)[1]["secret"]


@asynccontextmanager
async def over_http(server, token=None, kept=None, headers=None):
    """A session at the server's own door. `kept` gets every byte that it answers."""

    async def keep(response):
        await response.aread()
        if kept is not None:
            kept.append(response.text)

    headers = dict(headers or {})
    if token:
        headers["Authorization"] = f"Bearer {token}"
    async with httpx2.AsyncClient(headers=headers, timeout=60, event_hooks={"response": [keep]}) as client:
        async with streamable_http_client(f"{server.origin}/mcp", http_client=client) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                yield session


@asynccontextmanager
async def over_stdio(*arguments, env=None):
    parameters = StdioServerParameters(command=BINARY, args=["mcp", *arguments], env=env or {})
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            yield session


async def call(session, tool, **arguments):
    """The structured result of a call that succeeds."""
    result = await session.call_tool(tool, arguments)
    assert not result.is_error, (tool, arguments, result.content[0].text)
    return result.structured_content


async def refused(session, tool, **arguments):
    """The sentence of a call that fails, which is a result and not an error of the protocol."""
    result = await session.call_tool(tool, arguments)
    assert result.is_error, (tool, arguments, result.structured_content)
    return result.content[0].text


async def play(session, table, looks=False):
    """Plays a seat to the end: whatever comes first in the menu, but attacks before it ends a phase."""
    for _ in range(MOVES):
        now = await call(session, "wait", table=table)
        if now["over"]:
            return now
        if now["waiting"]:
            continue
        if looks:
            await call(session, "look", table=table, structured=True)
        menu = await call(session, "menu", table=table, limit=200)
        entries = menu["entries"]
        kinds = {entry["verb"]: entry["n"] for entry in reversed(entries)}
        order = ("accept", "deploy", "occupy", "attack", "end_attack", "end_turn", "pass")
        chosen = next((kinds[verb] for verb in order if verb in kinds), 0)
        result = await session.call_tool("act", {"table": table, "n": chosen, "seq": menu["seq"]})
        if result.is_error:
            # The table may have moved on between the menu and the move.
            assert "changed" in result.content[0].text or "BC-" in result.content[0].text, result.content[0].text
    raise AssertionError("the game does not end")


async def what_is_offered(session):
    tools = (await session.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS, tools
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)
    resources = (await session.list_resources()).resources
    assert [str(resource.uri) for resource in resources] == ["rules://backchannel", "rules://twilight"]
    clause = await session.read_resource("rules://backchannel/BC-504")
    assert "proposal" in clause.contents[0].text.lower(), clause
    prompts = (await session.list_prompts()).prompts
    assert [prompt.name for prompt in prompts] == ["play_this_seat"]
    prompt = await session.get_prompt("play_this_seat", {"table": "abc", "style": "honest"})
    assert "`abc`" in prompt.messages[0].content.text
    said = await session.call_tool("rules", {"clause": "BC-201"})
    assert said.content[0].text.startswith("BC-201: "), said
    situation = {
        "players": [{"name": "Ann", "resources": 0}, {"name": "Bob", "trade_goods": 4}],
        "moment": {"step": "production", "active": "Ann"},
        "deal": {"terms": [{"by": "Bob", "give": {"trade_goods": 4}}, {"by": "Ann", "produce": "dreadnought"}]},
    }
    said = await session.call_tool("judge", {"situation": situation})
    assert "Verdict: non" in said.content[0].text and "TI-77" in said.content[0].text, said.content[0].text


async def local():
    """Without any server: a quick game, a refusal with its clause, deals and words, and hostile arguments."""
    async with over_stdio("--local") as session:
        await what_is_offered(session)
        table = (await call(session, "create_table", seats=3))["id"]
        mine = await call(session, "tables", mine=True)
        assert mine["tables"][0]["table"] == table, mine
        await call(session, "wait", table=table)
        look = await session.call_tool("look", {"table": table, "structured": True})
        assert "Your territories" in look.content[0].text and look.structured_content["table"]["view"]["own"]
        seq = look.structured_content["brief"]["seq"]
        again = await session.call_tool("look", {"table": table, "since": seq})
        assert again.content[0].text == "Nothing has happened since.", again
        text = await refused(session, "act", table=table, command={"type": "pass"})
        assert re.search(r"\[BC-\d+\]$", text), text
        menu = await call(session, "menu", table=table, verb="deploy", limit=2)
        assert len(menu["entries"]) == 2 and menu["total"] > 2, menu
        entry = menu["entries"][0]
        preview = await session.call_tool("act", {"table": table, "n": entry["n"], "seq": menu["seq"], "preview": True})
        assert "Nothing was sent yet" in preview.content[0].text, preview
        arguments = {"table": table, "n": entry["n"], "seq": menu["seq"], "key": "once"}
        first = await call(session, "act", **arguments)
        assert await call(session, "act", **arguments) | {"now": 0} == first | {"now": 0}, "carried out twice"
        text = await refused(session, "act", table=table, n=0, seq=menu["seq"])
        assert "The menu has changed" in text, text
        phrases = await session.call_tool("say", {"table": table})
        assert "Templates" in phrases.content[0].text
        command = {"type": "signal", "to": None, "signal": {"first": {"template": 33}}}
        said = await session.call_tool("say", {"table": table, "command": command})
        assert "Say to everybody: “" in said.content[0].text, said.content[0].text
        text = await refused(session, "answer", table=table, **{"from": 1, "accept": True})
        assert "There is no offer of seat 1" in text, text
        await hostile(session, table)


async def hostile(session, table):
    """Arguments of every wrong kind are results that say so; nothing breaks."""
    calls = [
        ("look", {"table": "../../me"}),
        ("look", {"table": "x" * 5000}),
        ("look", {"table": table, "seat": 255}),
        ("look", {"table": table, "seat": -1}),
        ("look", {"table": table, "unknown": 1}),
        ("look", {}),
        ("menu", {"table": table, "limit": 10**12}),
        ("menu", {"table": table, "verb": "a&seat=1#"}),
        ("act", {"table": table}),
        ("act", {"table": table, "n": 1}),
        ("act", {"table": table, "n": 10**6, "seq": 0}),
        ("act", {"table": table, "command": "DROP TABLE"}),
        ("act", {"table": table, "command": {"type": "deploy", "to": 1e99, "troops": [[[]]]}}),
        ("act", {"table": table, "command": {"type": "pass"}, "key": "\u0000" * 10}),
        ("say", {"table": table, "command": {"type": "signal", "signal": {"first": {"template": 999}}}, "send": True}),
        ("say", {"table": table, "command": {"type": "pass"}, "send": True}),
        ("offer", {"table": table, "deal": {"type": "pass"}, "send": True}),
        ("answer", {"table": table, "from": "nobody", "accept": True}),
        ("wait", {"table": "none", "seconds": 0}),
        ("sit", {"table": "none"}),
        ("create_table", {"seats": 99}),
        ("create_table", {"settings": {"game": {"ruleset": "chess"}}}),
        ("rules", {"clause": "BC-99999"}),
        ("rules", {"book": "../me"}),
        ("judge", {"situation": {"players": "none"}}),
        ("tables", {"after": "%00", "ruleset": "?"}),
    ]
    for tool, arguments in calls:
        result = await session.call_tool(tool, arguments)
        if (tool, arguments.get("verb")) == ("menu", "a&seat=1#"):
            assert result.structured_content["total"] == 0
            continue
        assert result.is_error, (tool, arguments, result.structured_content)
        assert len(result.content[0].text) < 2000
    try:
        await session.call_tool("no_such_tool", {})
    except MCPError as error:
        assert "no_such_tool" in str(error), error
    else:
        raise AssertionError("a tool that does not exist was called")


def settings(seats):
    """A short game, at which bots do not wait."""
    game = {"ruleset": "backchannel", "map": "wherrymouth", "seats": seats, "settings": {"round_limit": 5}}
    return {"title": "Doors", "visibility": "open", "bot_pace_ms": 0, "game": game}


async def two_clients():
    """One client at the server's door, the other through a proxy on stdio, and a bot: a whole game, and no leak."""
    with Server() as server:
        anna, ben = server.token("Anna"), server.token("Ben")
        kept = []
        env = {"BACKCHANNEL_TOKEN": ben}
        async with (
            over_http(server, anna, kept) as first,
            over_stdio("--server", server.origin, env=env) as second,
            over_http(server, server.token("Eve", ["read"])) as reader,
        ):
            table = (await call(first, "create_table", settings=settings(3)))["id"]
            listed = await call(reader, "tables", ruleset="backchannel")
            assert [row["id"] for row in listed["tables"]] == [table], listed
            assert "scope" in (await refused(reader, "sit", table=table)).lower()
            await call(second, "sit", table=table, seat=1)
            await call(first, "sit", table=table, fill="soldier", start=True)
            assert await refused(reader, "look", table=table)
            assert await refused(reader, "menu", table=table)
            assert await refused(reader, "act", table=table, command={"type": "end_turn"})
            mine = await look_at(first, table)
            theirs = await look_at(second, table)
            assert mine["seat"] != theirs["seat"]
            kept.clear()
            done = await asyncio.gather(play(first, table, looks=True), play(second, table))
            assert all(end["over"] for end in done)
            search(kept, mine["seat"], theirs["seat"])
        async with over_http(server, anna, headers={"Origin": server.origin}) as session:
            assert (await call(session, "look", table=table))["over"]
        await foreign(server, anna)


async def look_at(session, table):
    result = await call(session, "look", table=table, structured=True)
    return result["table"]


def search(kept, seat, other):
    """What was sent to one client while the game was on has the private part of its own seat, and of no other."""
    private = []
    for text in kept:
        if '"over":true' in text.replace("\\", ""):
            break
        assert f"(seat {other})" not in text, "the text of another seat"
        if text.startswith("{"):
            collect(json.loads(text), private)
    assert private, "there was nothing to search"
    assert {own["seat"] for own in private} == {seat}, private


def collect(value, private):
    """Every private part of a view in a message, however deep. Nothing may be laid open before the end."""
    if isinstance(value, dict):
        if isinstance(value.get("own"), dict):
            private.append(value["own"])
        assert not value.get("opened"), "the secrets of every seat"
        for part in value.values():
            collect(part, private)
    elif isinstance(value, list):
        for part in value:
            collect(part, private)


async def foreign(server, token):
    """A page of another site is turned away, whatever it knows, and so is whoever has no token."""
    async with httpx2.AsyncClient() as client:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        headers = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
        answer = await client.post(f"{server.origin}/mcp", json=body, headers=headers | {"Origin": "https://evil.example"})
        assert answer.status_code == 403, answer.text
        answer = await client.post(f"{server.origin}/mcp", json=body, headers={"Accept": headers["Accept"]})
        assert answer.status_code == 401, answer.text
        answer = await client.post(f"{server.origin}/mcp", content=b"{" * 100_000, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
        answer = await client.post(f"{server.origin}/mcp", content=b" " * (2 << 20), headers=headers)
        assert 400 <= answer.status_code < 500, answer.text


async def programs():
    """A program plays a seat at a live table by its token; one that crashes leaves its seat to the caretaker."""
    with Server() as server:
        token = server.token("Cora")
        bots = {"greedy": ["examples/agents/greedy.py"], "crash": ["crates/agents/tests/programs/actor.py", "crash"]}
        for name, command in bots.items():
            async with over_http(server, token) as session:
                table = (await call(session, "create_table", settings=settings(2)))["id"]
                await call(session, "sit", table=table, fill="soldier", start=True)
            arguments = ["agent", "--server", server.origin, "--table", table, "--time", "30s/600s", "--", sys.executable]
            env = os.environ | {"BACKCHANNEL_TOKEN": token}
            done = await asyncio.create_subprocess_exec(
                BINARY, *arguments, *command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
            )
            told = (await done.communicate())[0].decode()
            found = re.search(r"The game is over. It was asked (\d+) times and forfeited (\d+) moves", told)
            assert done.returncode == 0 and found, told
            asked, forfeited = int(found.group(1)), int(found.group(2))
            assert (asked > 3 and forfeited == 0) if name == "greedy" else (asked == 1 and forfeited > 3), told


async def main():
    await local()
    print("mcp --local: ok")
    await two_clients()
    print("two clients and a bot: ok")
    await programs()
    print("programs at a live table: ok")


asyncio.run(main())
