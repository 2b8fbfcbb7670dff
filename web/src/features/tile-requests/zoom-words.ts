/** What the map shows from each zoom on. */
const SHOWN = [
  [0, 'world'],
  [2, 'continents'],
  [4, 'countries'],
  [6, 'regions'],
  [8, 'cities'],
  [10, 'towns'],
  [12, 'villages'],
  [14, 'streets'],
  [17, 'houses'],
] as const;

/** What one sees at a zoom, as the key of a text `zoom.*`. */
export function shownAt(zoom: number): (typeof SHOWN)[number][1] {
  return (SHOWN.findLast(([from]) => from <= zoom) ?? SHOWN[0])[1];
}
