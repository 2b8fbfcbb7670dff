import { type Embed, type EmbedCell, type EmbedRecord, MAX_EMBED_CELLS, obscuredCell } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { axes, KEY_BITS, placeOfKey, tileBounds } from '../map/grid.ts';
import { presentListed } from '../observations/present.ts';
import type { ListedRow } from '../observations/store.ts';
import type { Counter, EmbedCellRow, EmbedRow } from './store.ts';

/** Squares of about 10 km at the equator and 6 km in the middle of Europe, as bits per axis. */
const LEVEL = 12;
const shiftOf = (level: number) => 2 * (KEY_BITS - level);
export const CELL_SHIFT = shiftOf(LEVEL);

export function presentEmbed(row: EmbedRow): Embed {
  return { id: row.id, label: row.label, origins: row.origins, created_at: row.created_at.toISOString() };
}

export function presentCounts({ name, observations, species }: Counter): Pick<Counter, 'name' | 'observations' | 'species'> {
  return { name, observations, species };
}

/** A part of what everybody sees of a record in lists. */
export function presentRecord(context: Context, row: ListedRow): EmbedRecord {
  const { id, taxon, verbatim_name, observed_on, country_code, media } = presentListed(context, row);
  return {
    id,
    taxon: taxon && { id: taxon.id, name: taxon.name, scientific_name: taxon.scientific_name, rank: taxon.rank },
    verbatim_name: verbatim_name ?? null,
    observed_on: observed_on ?? null,
    country_code,
    photo: media.find(({ urls }) => urls)?.urls?.[128] ?? null,
  };
}

/** The cells of a map. A record that hides its place is only ever its cell of the obscuring grid, or in a square of more than its size. */
export function presentCells(rows: readonly EmbedCellRow[]): EmbedCell[] {
  if (rows.length <= MAX_EMBED_CELLS)
    return rows.map(({ is_obscured, cell, records }) => ({ ...boundsOf(cell, is_obscured), records, is_obscured }));
  for (let level = LEVEL - 2; ; level--) {
    const counts = countBySquare(rows, level);
    if (counts.size > MAX_EMBED_CELLS) continue;
    return [...counts]
      .toSorted(([one], [other]) => one - other)
      .map(([square, records]) => ({ ...squareOf(square, level), records, is_obscured: false }));
  }
}

/** The records in larger squares. An obscured one is in that of the centre of its cell. */
function countBySquare(rows: readonly EmbedCellRow[], level: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { is_obscured, cell, records } of rows) {
    const square = Math.floor(cell / 2 ** (is_obscured ? shiftOf(level) : 2 * (LEVEL - level)));
    counts.set(square, (counts.get(square) ?? 0) + records);
  }
  return counts;
}

type Bounds = Pick<EmbedCell, 'west' | 'south' | 'east' | 'north'>;

function boundsOf(cell: number, isObscured: boolean): Bounds {
  if (!isObscured) return squareOf(cell, LEVEL);
  const { latitude, longitude } = placeOfKey(cell);
  const { west, south, east, north } = obscuredCell(latitude, longitude);
  return { west, south, east, north };
}

function squareOf(square: number, level: number): Bounds {
  const [x, y] = axes(square, level);
  const { west, south, east, north } = tileBounds({ z: level, x, y });
  return { west: rounded(west), south: rounded(south), east: rounded(east), north: rounded(north) };
}

const rounded = (degrees: number) => Number(degrees.toFixed(5));
