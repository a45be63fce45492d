/**
 * This file was auto-generated from the server's schema.
 * Do not make direct changes to the file.
 */

export const limits = {
  BackchannelSettings: {
    deploy_floor: { least: 2, most: 10 },
    map_share: { least: 1, most: 100 },
    proposal_rounds: { least: 1, most: 10 },
    round_limit: { least: 1, most: 1000 },
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
  ClockSettings: {
    bank_seconds: { least: 0, most: 36000 },
    turn_hours: { least: 1, most: 336 },
    turn_seconds: { least: 10, most: 3600 },
    window_hours: { least: 1, most: 336 },
    window_seconds: { least: 5, most: 3600 },
  },
  DealSpec: {
    between: { least: 2, most: 2 },
    terms: { least: 0, most: 12 },
  },
  Setup: {
    neighbours: { least: 0, most: 64 },
    players: { least: 2, most: 8 },
  },
  TableSettings: {
    bot_pace_ms: { least: 0, most: 10000 },
    relief_after: { least: 1, most: 20 },
    title: { least: 0, most: 60 },
  },
} as const;
