import { sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../../db/absence.ts';
import type { Db } from '../../../db/open.ts';
import { IS_LISTED, isUnblocked } from '../../../db/visibility.ts';
import type { KeyRange } from '../../map/boxes.ts';

/** The open records with places in the ranges that the viewer may see, with the key of the place and the species. */
const found = (ranges: readonly KeyRange[], viewerId: string) => sql`
  unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)
  cross join lateral (
    select o.map_key, ${FOUND_SPECIES} as species_id from observations o join users u on u.id = o.user_id
    where o.map_key >= r.first and o.map_key < r.past and o.geoprivacy = 'open'
      and ${IS_LISTED} and not ${IS_ABSENCE} and ${isUnblocked(sql`o.user_id`, viewerId)} offset 0
  ) f`;

export interface SquareRow {
  cell: number;
  records: number;
  species: number;
}

/** Records and species by square: a `map_key` shifted right by `shift` bits. */
export async function listSquares(db: Db, ranges: readonly KeyRange[], shift: number, viewerId: string): Promise<SquareRow[]> {
  const { rows } = await sql<SquareRow>`
    select f.map_key >> ${shift}::integer as cell, count(*)::integer as records, count(distinct f.species_id)::integer as species
    from ${found(ranges, viewerId)} group by 1 order by 1
  `.execute(db);
  return rows;
}

/** The species with the most records. */
export async function listCommonest(
  db: Db,
  ranges: readonly KeyRange[],
  viewerId: string,
  limit: number,
): Promise<{ taxon_id: number; records: number }[]> {
  const { rows } = await sql<{ taxon_id: number; records: number }>`
    select f.species_id as taxon_id, count(*)::integer as records from ${found(ranges, viewerId)}
    where f.species_id is not null group by 1 order by 2 desc, 1 limit ${limit}
  `.execute(db);
  return rows;
}
