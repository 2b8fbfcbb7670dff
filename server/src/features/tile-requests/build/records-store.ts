import type { TaxonGroup } from '@veld/contract';
import { sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../../db/conditions.ts';
import type { Db } from '../../../db/open.ts';
import { IS_LISTED, isUnblocked } from '../../../db/visibility.ts';
import type { KeyRange } from '../../map/boxes.ts';

/** Who may see the records, and the groups of their taxa; null for all records. */
export interface RecordReader {
  userId: string;
  groups: readonly TaxonGroup[] | null;
}

const ofGroups = (groups: RecordReader['groups']) =>
  groups === null ? sql`` : sql`join taxa g on g.id = o.taxon_id and g.taxon_group = any(${[...groups]}::text[])`;

/** The open records of the groups with places in the ranges that the reader may see: the key of the place, the species and the group. */
const found = (ranges: readonly KeyRange[], { userId, groups }: RecordReader) => sql`
  unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)
  cross join lateral (
    select o.map_key, ${FOUND_SPECIES} as species_id, ${groups === null ? sql`null` : sql`g.taxon_group`} as taxon_group
    from observations o join users u on u.id = o.user_id ${ofGroups(groups)}
    where o.map_key >= r.first and o.map_key < r.past and o.geoprivacy = 'open'
      and ${IS_LISTED} and not ${IS_ABSENCE} and ${isUnblocked(sql`o.user_id`, userId)} offset 0
  ) f`;

export interface SquareRow {
  cell: number;
  /** Null if all records are counted together. */
  taxon_group: TaxonGroup | null;
  records: number;
  species: number;
}

/** Records and species by square, and by group if there are some: a square is a `map_key` shifted right by `shift` bits. */
export async function listSquares(db: Db, ranges: readonly KeyRange[], shift: number, reader: RecordReader): Promise<SquareRow[]> {
  const { rows } = await sql<SquareRow>`
    select f.map_key >> ${shift}::integer as cell, f.taxon_group, count(*)::integer as records, count(distinct f.species_id)::integer as species
    from ${found(ranges, reader)} group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** The species with the most records. */
export async function listCommonest(
  db: Db,
  ranges: readonly KeyRange[],
  reader: RecordReader,
  limit: number,
): Promise<{ taxon_id: number; records: number }[]> {
  const { rows } = await sql<{ taxon_id: number; records: number }>`
    select f.species_id as taxon_id, count(*)::integer as records from ${found(ranges, reader)}
    where f.species_id is not null group by 1 order by 2 desc, 1 limit ${limit}
  `.execute(db);
  return rows;
}
