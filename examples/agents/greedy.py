#!/usr/bin/env python3
"""A reference bot for the line protocol (docs/agents.md): attacks where it is stronger, makes peace with who asks.

Try it:  backchannel agent --games 10 --bots random -- python3 examples/agents/greedy.py
"""
import json
import sys


def troops(view, place):
    """Owner and troops of a territory as last known; (None, None) if it was never seen."""
    land = view["lands"][place]
    known = land.get("seen") or land.get("remembered") if isinstance(land, dict) else None
    return (known["owner"], known["troops"]) if known else (None, None)


def neighbours(setup):
    """The territories that border on each, by number."""
    names = {territory["id"]: n for n, territory in enumerate(setup["map"]["territories"])}
    near = [set() for _ in names]
    for link in setup["map"]["links"]:
        a, b = names[link["from"]], names[link["to"]]
        near[a].add(b)
        near[b].add(a)
    return near


def danger(view, near, place):
    """Troops of others next to a territory."""
    mine = set(view["own"]["lands"])
    return sum(troops(view, other)[1] or 0 for other in near[place] if other not in mine)


def attack(view, options):
    """The most favourable attack with at least twice the defender's troops, or none."""
    best, best_odds = None, 2.0
    for assault in options["attack"]:
        ours = troops(view, assault["from"])[1]
        for to in assault["to"]:
            theirs = troops(view, to)[1]
            if theirs is not None and (ours - 1) / max(theirs, 1) >= best_odds:
                best_odds = (ours - 1) / max(theirs, 1)
                mode = "blitz" if assault["stop_loss"] else "once"
                best = {"type": "attack", "from": assault["from"], "to": to, "mode": mode}
    return best


def act(game, question):
    view, options = question["view"], question["options"]
    if options["deploy"]:
        place = max(options["deploy"], key=lambda it: danger(view, game["near"], it["on"]))
        return {"command": {"type": "deploy", "to": place["on"], "troops": place["most"]}}
    if options["occupy"]:
        return {"command": {"type": "occupy", "troops": options["occupy"]["most"]}}
    if options["attack"] and (found := attack(view, options)):
        return {"command": found}
    # Everything else by the menu: march to the border, or whatever ends the phase.
    for entry in question["menu"]:
        if entry["verb"] == "reinforce":
            command = entry["command"]
            gain = danger(view, game["near"], command["to"]) - danger(view, game["near"], command["from"])
            if gain > 0 and danger(view, game["near"], command["from"]) == 0:
                return {"n": entry["n"]}
    verbs = {entry["verb"]: entry["n"] for entry in question["menu"]}
    for verb in ("end_attack", "end_turn", "apply", "pass"):
        if verb in verbs:
            return {"n": verbs[verb]}
    return {"n": 0}


def answer(question):
    """Accepts peace, leaves everything else unanswered."""
    for proposal in question["view"]["own"]["received"]:
        for entry in question["menu"]:
            if proposal["agreement"] == "ceasefire" and entry["verb"] == "accept":
                return {"n": entry["n"]}
    return {"skip": True}


def main():
    game = {}
    for line in sys.stdin:
        message = json.loads(line)
        reply = None
        if message["type"] == "hello":
            reply = {"type": "ready", "protocol": 1, "name": "greedy.py"}
        elif message["type"] == "game":
            game = {"near": neighbours(message["setup"])}
        elif message["type"] == "act":
            reply = {"id": message["id"], **act(game, message)}
        elif message["type"] == "answer":
            reply = {"id": message["id"], **answer(message)}
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
