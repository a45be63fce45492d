/**
 * This file was auto-generated from the server's schema.
 * Do not make direct changes to the file.
 */

export const limits = {
  Act: {
    card: { least: 0, most: 200 },
    cost: { least: 0, most: 65535 },
    outcome: { least: 0, most: 200 },
    power: { least: 0, most: 200 },
    result: { least: 0, most: 200 },
    system: { least: 0, most: 200 },
    text: { least: 0, most: 200 },
    unit: { least: 0, most: 200 },
    votes: { least: 0, most: 65535 },
    what: { least: 0, most: 200 },
  },
  BackchannelSettings: {
    deploy_floor: { least: 2, most: 10, usual: 3 },
    head_starts: { least: 0, most: 7 },
    map_share: { least: 1, most: 100 },
    proposal_rounds: { least: 1, most: 10, usual: 2 },
    round_limit: { least: 1, most: 1000, usual: 40 },
  },
  Bundle: {
    action_cards: { least: 0, most: 12 },
    captives: { least: 0, most: 12 },
    commodities: { least: 0, most: 65535 },
    notes: { least: 0, most: 12 },
    other: { least: 0, most: 12 },
    planets: { least: 0, most: 12 },
    relics: { least: 0, most: 12 },
    secrets: { least: 0, most: 12 },
    technologies: { least: 0, most: 12 },
    trade_goods: { least: 0, most: 65535 },
  },
  Captive: {
    unit: { least: 0, most: 200 },
  },
  ChangeMe: {
    name: { least: 1, most: 40 },
    webhook: { least: 0, most: 500 },
  },
  ClockSettings: {
    bank_seconds: { least: 0, most: 36000, usual: 300 },
    turn_hours: { least: 1, most: 336, usual: 24 },
    turn_seconds: { least: 10, most: 3600, usual: 120 },
    window_hours: { least: 1, most: 336, usual: 12 },
    window_seconds: { least: 5, most: 3600, usual: 45 },
  },
  DealSpec: {
    between: { least: 2, most: 2 },
    terms: { least: 0, most: 12 },
  },
  DrawGalaxy: {
    map_string: { least: 1, most: 2000 },
  },
  Entry: {
    card: { least: 0, most: 200 },
    count: { least: 0, most: 65535 },
    influence: { least: 0, most: 65535 },
    name: { least: 0, most: 200 },
    number: { least: 0, most: 255 },
    points: { least: 0, most: 255 },
    relic: { least: 0, most: 200 },
    resources: { least: 0, most: 65535 },
    strategy_cards: { least: 0, most: 255 },
  },
  NewPassword: {
    current: { least: 0, most: 200 },
    login: { least: 3, most: 40 },
    password: { least: 8, most: 200 },
  },
  NewToken: {
    label: { least: 1, most: 40 },
    scopes: { least: 1, most: 3 },
  },
  Planet: {
    name: { least: 0, most: 200 },
  },
  Setup: {
    neighbours: { least: 0, most: 64 },
    players: { least: 2, most: 8 },
  },
  Sitting: {
    abilities: { least: 0, most: 60 },
    action_cards: { least: 0, most: 7 },
    commodities: { least: 0, most: 65535, usual: 0 },
    influence: { least: 0, most: 65535, usual: 0 },
    name: { least: 0, most: 40 },
    planets: { least: 0, most: 60 },
    relics: { least: 0, most: 30 },
    resources: { least: 0, most: 65535, usual: 0 },
    stations: { least: 0, most: 65535, usual: 0 },
    trade_goods: { least: 0, most: 65535, usual: 0 },
  },
  Situation: {
    about: { least: 0, most: 500 },
    acting: { least: 0, most: 200 },
    disputed_neighbours: { least: 0, most: 64 },
    granted: { least: 0, most: 60 },
    in_force: { least: 0, most: 60 },
    near_mecatol: { least: 0, most: 60 },
    neighbours: { least: 0, most: 64 },
    players: { least: 0, most: 8 },
    retreating: { least: 0, most: 60 },
    speaker: { least: 0, most: 200 },
    transacted: { least: 0, most: 64 },
  },
  TableSettings: {
    bot_pace_ms: { least: 0, most: 10000, usual: 700 },
    relief_after: { least: 1, most: 20 },
    title: { least: 0, most: 60 },
  },
  Technology: {
    name: { least: 0, most: 200 },
  },
} as const;
