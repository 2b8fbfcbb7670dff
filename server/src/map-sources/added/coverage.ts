import type { MapBox } from '@veld/contract';
import { latitudeAt, longitudeAt } from '@veld/geometry';

/** More than these would make the style of the map slow. */
const MAX_BOXES = 250;

/** How many of the four tiles inside a larger one have to be covered for that to count. */
const MAJORITY = 2;

type Cells = Map<number, Set<number>>;

/** Tiles of one zoom as boxes, in as few and as fine as a style may have. */
export function coverageBoxes(tiles: Iterable<readonly [x: number, y: number]>, zoom: number): MapBox[] {
  let cells: Cells = new Map();
  for (const [x, y] of tiles) add(cells, x, y);
  for (let at = zoom; ; at--) {
    const boxes = boxesIn(cells);
    if (boxes.length <= MAX_BOXES || at === 0)
      return boxes.map(([left, top, right, bottom]) => ({
        west: round(longitudeAt(left / 2 ** at)),
        south: round(latitudeAt(bottom / 2 ** at)),
        east: round(longitudeAt(right / 2 ** at)),
        north: round(latitudeAt(top / 2 ** at)),
      }));
    cells = coarser(cells);
  }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function add(cells: Cells, x: number, y: number): void {
  const row = cells.get(y);
  if (row) row.add(x);
  else cells.set(y, new Set([x]));
}

function coarser(cells: Cells): Cells {
  const counts = new Map<string, { x: number; y: number; count: number }>();
  for (const [cellY, row] of cells)
    for (const cellX of row) {
      const [x, y] = [cellX >> 1, cellY >> 1];
      const key = `${x} ${y}`;
      counts.set(key, { x, y, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  const found: Cells = new Map();
  for (const { x, y, count } of counts.values()) if (count >= MAJORITY) add(found, x, y);
  return found;
}

type Span = [left: number, top: number, right: number, bottom: number];

/** Runs of cells in a row, joined with equal runs of the row above. */
function boxesIn(cells: Cells): Span[] {
  const done: Span[] = [];
  let open: Span[] = [];
  for (const [y, row] of [...cells].toSorted(([a], [b]) => a - b)) {
    const next = runsIn(row).map(([left, right]): Span => {
      const above = open.find((span) => span[0] === left && span[2] === right && span[3] === y);
      return above ? [left, above[1], right, y + 1] : [left, y, right, y + 1];
    });
    done.push(...open.filter((span) => !next.some((one) => one[0] === span[0] && one[1] === span[1] && one[2] === span[2])));
    open = next;
  }
  return [...done, ...open];
}

function runsIn(row: ReadonlySet<number>): [left: number, right: number][] {
  const runs: [number, number][] = [];
  for (const x of [...row].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === x) last[1] = x + 1;
    else runs.push([x, x + 1]);
  }
  return runs;
}
