/** What is open before one's eyes, which stays open when one looks from another seat. */
export type Side = 'holdings' | 'map' | 'ledger' | 'journal';
export type Panel = 'deals' | Side;

export class Looking {
  side = $state<Side>('ledger');
  panel = $state<Panel>('deals');

  constructor(side: Side) {
    this.side = side;
  }

  /** Opens the map, wherever it is shown. */
  atMap(): void {
    this.side = this.panel = 'map';
  }
}
