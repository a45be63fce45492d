/** The galaxy as the journal has left it: comings and goings, tokens, and what bends the map. */
import type { Bends, Bundle, DeskNotice, Entry, Feature, Galaxy, JournalLine, MapSystem } from '../../api/twilight';
import type { Seat } from '../../api/types';

/** A copy to write on. */
class Sheet {
  readonly systems: MapSystem[];
  readonly bends: Bends;

  constructor(private readonly galaxy: Galaxy) {
    this.systems = galaxy.systems.map((system) => ({
      ...system,
      planets: system.planets.map((planet) => ({ ...planet })),
    }));
    this.bends = { ...galaxy.modifiers };
  }

  get drawn(): Galaxy {
    return { ...this.galaxy, systems: this.systems, modifiers: this.bends };
  }

  /** The number of the system that goes by that name, or has a planet of that name. */
  find(name: string): number | null {
    const same = (other: string | null) => other?.toLowerCase() === name.toLowerCase();
    const at = this.systems.findIndex(
      (it) => same(it.name) || same(it.tile) || it.planets.some(({ spec }) => same(spec.name)),
    );
    return at < 0 ? null : at;
  }

  control(name: string, controller: Seat | null): void {
    for (const { planets } of this.systems) {
      for (const planet of planets) if (planet.spec.name === name) planet.controller = controller;
    }
  }
}

export function redraw(galaxy: Galaxy, log: JournalLine[]): Galaxy {
  const sheet = new Sheet(galaxy);
  for (const { notice } of log) follow(sheet, notice);
  return sheet.drawn;
}

function follow(sheet: Sheet, notice: DeskNotice): void {
  switch (notice.type) {
    case 'boarded':
      return board(sheet, notice.seat, notice.change);
    case 'charted':
      return chart(sheet, notice.by, notice.feature);
    case 'booked':
      return book(sheet, notice.seat, notice.entry);
    case 'given':
      return cede(sheet, notice.goods.goods, notice.to);
    case 'exchanged': {
      const { sides, gives } = notice;
      cede(sheet, gives[0].goods, sides[1]);
      return cede(sheet, gives[1].goods, sides[0]);
    }
    case 'moved':
      if (notice.fresh.turn || notice.fresh.phase || notice.moment.step === 'end_of_action') sheet.bends.conduit = null;
  }
}

type Change = Extract<DeskNotice, { type: 'boarded' }>['change'];

function board(sheet: Sheet, seat: Seat, change: Change): void {
  if ('entered' in change || 'left' in change) {
    const there = sheet.systems['entered' in change ? change.entered : change.left];
    const others = there?.units.filter((other) => other !== seat) ?? [];
    if (there) there.units = 'entered' in change ? [...others, seat] : others;
  } else {
    const { system, place } = 'took' in change ? change.took : change.lost;
    const planet = sheet.systems[system]?.planets[place];
    if (planet) planet.controller = 'took' in change ? seat : null;
  }
}

function book(sheet: Sheet, seat: Seat, entry: Entry): void {
  if (entry.entry === 'hold_planet') sheet.control(entry.planet.name, seat);
  if (entry.entry === 'lose_planet') sheet.control(entry.name, null);
}

function cede(sheet: Sheet, goods: Bundle, taker: Seat): void {
  for (const name of goods.planets ?? []) sheet.control(name, taker);
}

function chart(sheet: Sheet, by: Seat, feature: Feature): void {
  const { bends } = sheet;
  switch (feature.feature) {
    case 'hil_colish':
      bends.hil_colish = feature.system === null ? null : sheet.find(feature.system);
      return;
    case 'memoria':
      bends.memoria = memoria(sheet, by, feature);
      return;
    case 'conduit': {
      const active = sheet.find(feature.active);
      bends.conduit = active === null ? null : { owner: by, active };
      return;
    }
    case 'void_tether':
      return tether(sheet, by, feature);
    default:
      return lay(sheet.systems[sheet.find(feature.system) ?? -1], feature);
  }
}

type Named<F extends Feature['feature']> = Extract<Feature, { feature: F }>;

function memoria(sheet: Sheet, owner: Seat, { flagship, mechs }: Named<'memoria'>): Bends['memoria'] {
  const at = flagship === null ? null : sheet.find(flagship);
  return at === null
    ? null
    : { owner, flagship: at, mechs: mechs.map((name) => sheet.find(name)).filter((it) => it !== null) };
}

function tether(sheet: Sheet, owner: Seat, { between, lies }: Named<'void_tether'>): void {
  const [one, other] = between.map((name) => sheet.find(name));
  if (one == null || other == null) return;
  const rest = sheet.bends.tethers.filter(
    (it) => it.owner !== owner || !it.between.includes(one) || !it.between.includes(other),
  );
  sheet.bends.tethers = lies ? [...rest, { owner, between: [one, other] }] : rest;
}

/** A token that lies in a system, or no longer does. */
function lay(system: MapSystem | undefined, token: Named<'wormhole' | 'breach' | 'ingress'>): void {
  if (!system) return;
  if (token.feature === 'breach') system.breach = token.breach;
  else if (token.feature === 'ingress') system.ingress = token.lies;
  else {
    const others = system.tokens.filter((kind) => kind !== token.kind);
    system.tokens = token.lies ? [...others, token.kind] : others;
  }
}
