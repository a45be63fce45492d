//! Adjacency and neighbours, computed once for the current state of a galaxy.

use parley::{Seat, SeatSet};

use super::border::{Border, Link};
use super::hex::{Hex, Side};
use super::hyperlane::ends;
use super::system::{Breach, SystemId, SystemSet};
use super::wormhole::{Wormhole, WormholeSet};
use super::{Galaxy, MapReadings, System};

/// The maximum number of seats.
const SEATS: usize = 16;

/// The number of kinds of [`Link`].
const WAYS: usize = 15;

/// What follows from the current galaxy: adjacency for everyone, and who neighbours whom.
#[derive(Clone, Debug)]
pub struct Chart<'g> {
    galaxy: &'g Galaxy,
    readings: MapReadings,
    modernized: SeatSet,
    edges: Vec<SystemSet>,
    lanes: Vec<SystemSet>,
    stated: Vec<SystemSet>,
    wormholes: [SystemSet; Wormhole::ALL.len()],
    breaches: SystemSet,
    ingresses: SystemSet,
    egresses: SystemSet,
    mecatol: Option<SystemId>,
    occupied: [SystemSet; SEATS],
}

/// The point of view from which adjacency is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lens {
    viewer: Option<Seat>,
    /// Whether this is about neighbours rather than adjacent systems.
    for_neighbours: bool,
    /// Whether only epsilon wormholes count.
    sundered: bool,
}

impl<'g> Chart<'g> {
    pub(super) fn new(galaxy: &'g Galaxy) -> Chart<'g> {
        let mut chart = Chart {
            galaxy,
            readings: galaxy.readings,
            modernized: galaxy.modifiers.modernized,
            edges: vec![SystemSet::EMPTY; galaxy.systems.len()],
            lanes: vec![SystemSet::EMPTY; galaxy.systems.len()],
            stated: vec![SystemSet::EMPTY; galaxy.systems.len()],
            wormholes: [SystemSet::EMPTY; Wormhole::ALL.len()],
            breaches: SystemSet::EMPTY,
            ingresses: SystemSet::EMPTY,
            egresses: SystemSet::EMPTY,
            mecatol: galaxy.mecatol_rex(),
            occupied: [SystemSet::EMPTY; SEATS],
        };
        chart.draw_map();
        for (id, system) in galaxy.systems() {
            chart.draw_system(id, system);
        }
        chart
    }

    /// The same map under other readings.
    #[must_use]
    pub(crate) fn reading(&self, readings: MapReadings) -> Chart<'g> {
        let mut chart = Chart { readings, occupied: [SystemSet::EMPTY; SEATS], ..self.clone() };
        for (id, system) in self.galaxy.systems() {
            chart.draw_occupants(id, system);
        }
        chart
    }

    /// The same map with I.I.H.Q. Modernization in effect for these seats as well.
    #[must_use]
    pub(crate) fn modernizing(self, seats: SeatSet) -> Chart<'g> {
        Chart { modernized: self.modernized.or(seats), ..self }
    }

    /// Edges, hyperlanes and declared borders: everything that does not change during a game.
    fn draw_map(&mut self) {
        let mut places: Vec<(Hex, SystemId)> =
            self.galaxy.systems().filter_map(|(id, system)| Some((system.at?, id))).collect();
        places.sort_unstable();
        let at = |hex: Hex| {
            places.binary_search_by_key(&hex, |place| place.0).ok().map(|place| places[place].1)
        };
        for &(hex, id) in &places {
            for side in Side::all() {
                let next = hex.beyond(side);
                if let Some(other) = at(next) {
                    self.edges[id.index()] = self.edges[id.index()].with(other);
                } else {
                    let far = ends(&self.galaxy.hyperlanes, hex, side).into_iter().filter_map(at);
                    self.lanes[id.index()] = self.lanes[id.index()].or(far.collect());
                }
            }
        }
        for &(one, other) in &self.galaxy.stated {
            self.stated[one.index()] = self.stated[one.index()].with(other);
            self.stated[other.index()] = self.stated[other.index()].with(one);
        }
    }

    /// What is in a system now, and who is.
    fn draw_system(&mut self, id: SystemId, system: &System) {
        for wormhole in self.wormholes_in(id, system).iter() {
            let holes = &mut self.wormholes[wormhole.index()];
            *holes = holes.with(id);
        }
        if system.breach == Some(Breach::Active) {
            self.breaches = self.breaches.with(id);
        }
        if system.ingress {
            self.ingresses = self.ingresses.with(id);
        }
        if system.egress {
            self.egresses = self.egresses.with(id);
        }
        self.draw_occupants(id, system);
    }

    fn draw_occupants(&mut self, id: SystemId, system: &System) {
        for seat in system.occupants(self.readings.stations_count) {
            self.occupied[seat.index()] = self.occupied[seat.index()].with(id);
        }
    }

    fn wormholes_in(&self, id: SystemId, system: &System) -> WormholeSet {
        let mut wormholes = system.wormholes();
        if self.galaxy.modifiers.hil_colish == Some(id) {
            wormholes = wormholes.with(Wormhole::Delta);
        }
        if self.mecatol == Some(id) && self.gates_are_folded(system) {
            wormholes = wormholes.with(Wormhole::Alpha).with(Wormhole::Beta);
        }
        wormholes
    }

    /// Lazax Gate Folding works only while Winnu does not control Mecatol Rex.
    fn gates_are_folded(&self, mecatol: &System) -> bool {
        let Some(winnu) = self.galaxy.modifiers.gate_folding else { return false };
        let rex = mecatol.planets.iter().find(|planet| planet.spec.name == super::MECATOL_REX);
        rex.is_none_or(|rex| rex.controller != Some(winnu))
    }

    /// Every link out of `from`, with the systems it leads to.
    fn ways(&self, lens: Lens, from: SystemId) -> [(Link, SystemSet); WAYS] {
        let here = from.index();
        let modifiers = &self.galaxy.modifiers;
        let entangled = lens.viewer.is_some_and(|viewer| modifiers.entangled.contains(viewer));
        let through = |kind: Wormhole| {
            let usable = !lens.sundered || kind == Wormhole::Epsilon;
            (Link::Wormhole(kind), keep(usable, among(self.wormholes[kind.index()], from)))
        };
        let mixed = self.wormholes[0].or(self.wormholes[1]);
        let mixed = keep(!lens.sundered, among(mixed, from));
        [
            (Link::Edge, self.edges[here]),
            (Link::Hyperlane, self.lanes[here]),
            (Link::Stated, self.stated[here]),
            through(Wormhole::Alpha),
            through(Wormhole::Beta),
            through(Wormhole::Gamma),
            through(Wormhole::Delta),
            through(Wormhole::Epsilon),
            (Link::Breach, among(self.breaches, from)),
            (Link::Fracture, across(self.ingresses, self.egresses, from)),
            (Link::Reconstruction, keep(modifiers.wormhole_reconstruction, mixed)),
            (Link::StarChart, keep(modifiers.lost_star_chart, mixed)),
            (Link::Entanglement, keep(entangled, mixed)),
            (Link::Conduit, self.conduit(lens, from)),
            (Link::Memoria, self.memoria(lens, from)),
        ]
    }

    fn conduit(&self, lens: Lens, from: SystemId) -> SystemSet {
        let counts = !lens.for_neighbours || self.readings.conduit_makes_neighbours;
        let Some(conduit) = self.galaxy.modifiers.conduit.filter(|_| counts) else {
            return SystemSet::EMPTY;
        };
        let units = self.galaxy.systems().filter(|(_, it)| it.units.contains(conduit.owner));
        let units = units.map(|(id, _)| id).collect();
        across(SystemSet::only(conduit.active), units, from)
    }

    /// Only the flagship is adjacent, not its system, so it depends on the table's reading whether this counts.
    fn memoria(&self, lens: Lens, from: SystemId) -> SystemSet {
        let counts = lens.for_neighbours && self.readings.memoria_makes_neighbours;
        match self.galaxy.modifiers.memoria.filter(|it| counts && lens.viewer == Some(it.owner)) {
            Some(memoria) => across(SystemSet::only(memoria.flagship), memoria.mechs, from),
            None => SystemSet::EMPTY,
        }
    }

    /// The systems that are never adjacent to `from`, whatever links them: itself (TI-44), and those across another
    /// player's Void Tether.
    fn barred(&self, lens: Lens, from: SystemId) -> SystemSet {
        let tethers = self.galaxy.modifiers.tethers.iter();
        tethers.filter(|tether| lens.viewer != Some(tether.owner)).fold(
            SystemSet::only(from),
            |barred, tether| {
                let (one, other) = tether.between;
                barred.or(across(SystemSet::only(one), SystemSet::only(other), from))
            },
        )
    }

    fn row(&self, lens: Lens, from: SystemId) -> SystemSet {
        let ways = self.ways(lens, from);
        let all = ways.iter().fold(SystemSet::EMPTY, |all, (_, systems)| all.or(*systems));
        all.minus(self.barred(lens, from))
    }

    /// Whether two systems are adjacent for a player without any relevant ability.
    pub fn adjacent(&self, one: SystemId, other: SystemId) -> bool {
        self.row(Lens::common(), one).contains(other)
    }

    /// Whether two systems are adjacent for that seat (TI-42).
    pub fn adjacent_for(&self, seat: Seat, one: SystemId, other: SystemId) -> bool {
        self.row(Lens { viewer: Some(seat), ..Lens::common() }, one).contains(other)
    }

    /// All systems adjacent to a system for a player without any relevant ability.
    pub fn around(&self, system: SystemId) -> SystemSet {
        self.row(Lens::common(), system)
    }

    /// The simplest link that makes two systems adjacent for that seat.
    pub fn link(&self, viewer: Option<Seat>, one: SystemId, other: SystemId) -> Option<Link> {
        self.link_through(Lens { viewer, ..Lens::common() }, one, other)
    }

    fn link_through(&self, lens: Lens, one: SystemId, other: SystemId) -> Option<Link> {
        let ways = self.ways(lens, one);
        let open = !self.barred(lens, one).contains(other);
        ways.iter().find(|(_, systems)| open && systems.contains(other)).map(|(link, _)| *link)
    }

    /// The systems that have such a wormhole now: by tile, nexus side, token or effect.
    pub fn wormholes(&self, kind: Wormhole) -> SystemSet {
        self.wormholes[kind.index()]
    }

    /// TI-40: the systems where that seat has a unit or controls a planet.
    pub fn occupied(&self, seat: Seat) -> SystemSet {
        self.occupied.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether the seat's presence is adjacent to the other's, or Mecatol Rex makes them neighbours.
    fn reaches(&self, one: Seat, other: Seat) -> bool {
        let lens = self.between(one, other);
        let there = self.occupied(other);
        let near = |from: SystemId| !self.row(lens, from).and(there).is_empty();
        !self.occupied(one).and(there).is_empty()
            || self.occupied(one).iter().any(near)
            || self.modernization(one, other).is_some()
    }

    fn between(&self, viewer: Seat, other: Seat) -> Lens {
        let sundered = self.galaxy.modifiers.sundered;
        let apart = sundered.contains(viewer) || sundered.contains(other);
        Lens {
            viewer: Some(viewer),
            for_neighbours: true,
            sundered: apart && self.readings.sundered_parts_neighbours,
        }
    }

    /// Where the other player is in or next to the Mecatol Rex system.
    fn modernization(&self, keleres: Seat, other: Seat) -> Option<SystemId> {
        let mecatol = self.mecatol?;
        let lens = self.between(other, keleres);
        let near = self.row(lens, mecatol).with(mecatol);
        let modern = self.modernized.contains(keleres);
        near.and(self.occupied(other)).iter().next().filter(|_| modern)
    }

    /// TI-40: whether two players are neighbours from either point of view (TI-42).
    pub fn neighbours(&self, one: Seat, other: Seat) -> bool {
        one != other && (self.reaches(one, other) || self.reaches(other, one))
    }

    /// All neighbours of that seat.
    pub fn neighbours_of(&self, seat: Seat) -> SeatSet {
        Seat::all(SEATS).filter(|&other| self.neighbours(seat, other)).collect()
    }

    /// The neighbours of every seat at once.
    pub fn table(&self) -> [SeatSet; SEATS] {
        let mut table = [SeatSet::EMPTY; SEATS];
        let reach: Vec<SystemSet> = Seat::all(SEATS).map(|seat| self.reach(seat)).collect();
        for one in Seat::all(SEATS) {
            for other in Seat::all(one.index()) {
                let far = reach[one.index()].and(self.occupied(other)).is_empty()
                    && reach[other.index()].and(self.occupied(one)).is_empty();
                // Only a few pairs are subject to special effects, and only those are computed one by one.
                let met =
                    if self.is_special(one, other) { self.neighbours(one, other) } else { !far };
                if met {
                    table[one.index()] = table[one.index()].with(other);
                    table[other.index()] = table[other.index()].with(one);
                }
            }
        }
        table
    }

    /// Where that seat is, and everything adjacent to it for that seat.
    fn reach(&self, seat: Seat) -> SystemSet {
        let lens = Lens { viewer: Some(seat), for_neighbours: true, sundered: false };
        let here = self.occupied(seat);
        here.iter().fold(here, |reach, system| reach.or(self.row(lens, system)))
    }

    fn is_special(&self, one: Seat, other: Seat) -> bool {
        let modifiers = &self.galaxy.modifiers;
        let special = modifiers.sundered.or(self.modernized);
        special.contains(one) || special.contains(other)
    }

    /// Where and how two players meet, if they are neighbours; the simplest way.
    pub fn why(&self, one: Seat, other: Seat) -> Option<Border> {
        if one == other {
            return None;
        }
        if one > other {
            return self.why(other, one).map(Border::mirrored);
        }
        let both = self.occupied(one).and(self.occupied(other)).iter().next();
        if let Some(here) = both {
            return Some(Border { link: Link::Same, here, there: here, by: None });
        }
        let here = self.borders(one, other);
        let there = self.borders(other, one).map(Border::mirrored);
        here.chain(there).min_by_key(|border| border.link).map(|border| self.seen_by(border))
    }

    /// The borders of two players who share no system, from the first seat's point of view: the first for each system
    /// and link.
    fn borders(&self, one: Seat, other: Seat) -> impl Iterator<Item = Border> {
        let lens = self.between(one, other);
        let across = self.occupied(one).iter().flat_map(move |here| {
            let there = self.occupied(other).minus(self.barred(lens, here));
            let ways = self.ways(lens, here).into_iter();
            ways.filter_map(move |(link, systems)| {
                let there = systems.and(there).iter().next()?;
                Some(Border { link, here, there, by: Some(one) })
            })
        });
        let modern = self.modernization(one, other).zip(self.mecatol);
        let modern = modern.map(|(there, rex)| Border {
            link: Link::Modernization,
            here: rex,
            there,
            by: Some(one),
        });
        across.chain(modern)
    }

    /// Removes the point of view from a border that holds for everybody.
    fn seen_by(&self, border: Border) -> Border {
        let plain = Lens { for_neighbours: true, ..Lens::common() };
        let shared = self.link_through(plain, border.here, border.there) == Some(border.link);
        Border { by: border.by.filter(|_| !shared), ..border }
    }
}

impl Lens {
    const fn common() -> Lens {
        Lens { viewer: None, for_neighbours: false, sundered: false }
    }
}

/// The set if the condition holds, else the empty set.
fn keep(kept: bool, set: SystemSet) -> SystemSet {
    if kept { set } else { SystemSet::EMPTY }
}

/// What `from` is adjacent to if all systems in `set` are linked.
fn among(set: SystemSet, from: SystemId) -> SystemSet {
    keep(set.contains(from), set)
}

/// What `from` is adjacent to if each system in `one` is linked to each in `other`.
fn across(one: SystemSet, other: SystemSet, from: SystemId) -> SystemSet {
    keep(one.contains(from), other).or(keep(other.contains(from), one))
}
