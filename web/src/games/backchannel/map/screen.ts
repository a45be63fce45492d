/** Whether a territory is in the upper half of the map as it is on the screen. */
export function liesAbove(territory: number | null): boolean {
  const land = document.querySelector(`[data-land="${territory}"]`)?.getBoundingClientRect();
  const map = document.querySelector('.board')?.getBoundingClientRect();
  return land !== undefined && map !== undefined && land.top + land.height / 2 < map.top + map.height / 2;
}
