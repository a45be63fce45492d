/** Small maps to test with. */
import type { Bends, Galaxy, MapSystem } from '../api';

export const system = (at: [number, number] | null): MapSystem => ({
  name: '',
  tile: null,
  at,
  planets: [],
  anomalies: [],
  printed: [],
  tokens: [],
  units: [],
  breach: null,
  egress: false,
  ingress: false,
  neutral: false,
  nexus: null,
});

export const planet = (name: string): MapSystem['planets'][number] => ({
  spec: { name, influence: 0, resources: 0, legendary: false, station: false, traits: [] },
  controller: null,
});

export const galaxy = (systems: MapSystem[], bends: Partial<Bends> = {}): Galaxy => ({
  systems,
  hyperlanes: [],
  stated: [],
  modifiers: {
    conduit: null,
    entangled: [],
    gate_folding: null,
    hil_colish: null,
    lost_star_chart: false,
    memoria: null,
    modernized: [],
    sundered: [],
    tethers: [],
    wormhole_reconstruction: false,
    ...bends,
  },
  readings: {
    conduit_makes_neighbours: false,
    memoria_makes_neighbours: false,
    stations_count: false,
    sundered_parts_neighbours: false,
  },
});
