// A reference bot for the line protocol (docs/agents.md): plays by the menu alone, offers peace, attacks the weak.
//
// Try it:  backchannel agent --games 10 --bots random -- node examples/agents/careful.mjs
import { createInterface } from 'node:readline';

/** Troops of a territory as last known, or nothing. */
function troops(view, place) {
  const land = view.lands[place];
  return land.seen?.troops ?? land.remembered?.troops;
}

/** By how much an attacker is stronger; nothing is known of a territory that was never seen. */
function odds(view, { from, to }) {
  const theirs = troops(view, to);
  return theirs === undefined ? 0 : (troops(view, from) - 1) / Math.max(theirs, 1);
}

/** The entry that is worth most, with its worth; null if there is none. */
function best(entries, worth) {
  let found = null;
  for (const entry of entries) {
    const value = worth(entry);
    if (found === null || value > found.value) found = { entry, value };
  }
  return found;
}

function act({ view, menu }) {
  const by = (verb) => menu.filter((entry) => entry.verb === verb);
  const deploys = by('deploy');
  if (deploys.length > 0) {
    // All troops go to our strongest territory.
    const strongest = best(deploys, ({ command }) => troops(view, command.to) * 1000 + command.troops);
    return strongest.entry;
  }
  const occupy = best(by('occupy'), ({ command }) => command.troops);
  if (occupy) return occupy.entry;
  const attack = best(by('attack'), ({ command }) => odds(view, command) + (command.mode === 'blitz' ? 0.01 : 0));
  if (attack && attack.value >= 2) return attack.entry;
  const peace = by('propose').find(({ text }) => text.startsWith('Propose Ceasefire'));
  if (peace) return peace;
  for (const verb of ['end_attack', 'end_turn', 'apply', 'pass']) {
    const [entry] = by(verb);
    if (entry) return entry;
  }
  return menu[0];
}

/** Accepts what costs nothing, declines what does, and is polite. */
function answer({ view, menu }) {
  const [proposal] = view.own.received;
  if (!proposal) return null;
  const verb = proposal.asks === 0 ? 'accept' : 'decline';
  return menu.find((entry) => entry.verb === verb) ?? null;
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === 'hello') {
    say({ type: 'ready', protocol: 1, name: 'careful.mjs', wants: ['view', 'menu'] });
  } else if (message.type === 'act') {
    say({ id: message.id, n: act(message).n });
  } else if (message.type === 'answer') {
    const entry = answer(message);
    say(entry ? { id: message.id, n: entry.n } : { id: message.id, skip: true });
  }
}
