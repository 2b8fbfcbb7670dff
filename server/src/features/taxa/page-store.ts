import { itemAt } from '@veld/contract';
import type { NameLanguage, TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import { OBSERVED_ELSEWHERE, placeByRarity } from './order.ts';
import { type CopyScope, selectMembers } from './store.ts';

export interface TaxonPageRow {
  id: number;
  scientific_name: string;
  display_name: string;
  rank: string;
  taxon_group: TaxonGroup;
  family: string | null;
  parent_id: number | null;
  accepted_id: number | null;
  rarity_class: number;
  external_observation_count: number;
  has_image: boolean;
  image_attribution: string | null;
  image_license: string | null;
  /** Whether the taxon is deleted or no longer part of this copy. */
  is_gone: boolean;
}

/** The rows of an update: a full copy, or with `since` the changes after that sequence number. */
export interface PageScope extends CopyScope {
  since: number | null;
}

/** The keyset index of an update. */
export interface PageIndex {
  /** Number of rows. */
  total: number;
  /** The key of the last row before each page except the first. */
  starts: (readonly number[])[];
}

/**
 * The rows and sort key of an update. The key ends with the id and is therefore unique. Pages are selected by key (keyset paging),
 * which costs the same for every page.
 */
function rowsOf(scope: PageScope): { from: RawBuilder<unknown>; where: RawBuilder<unknown>; key: RawBuilder<unknown>[] } {
  const { from, isMember, rarity } = selectMembers(scope);
  if (scope.since !== null) return { from, where: sql`t.updated_seq > ${scope.since}`, key: [sql`t.updated_seq`, sql`t.id`] };
  return { from, where: isMember, key: [...(scope.country === null ? [] : [placeByRarity(rarity)]), sql`t.arrival`, sql`t.id`] };
}

export async function findPageIndex(db: Db | Tx, scope: PageScope, pageSize: number): Promise<PageIndex> {
  const { from, where, key } = rowsOf(scope);
  const { rows } = await sql<{ n: number; total: number; key: number[] }>`
    select n, total, key from (
      select row_number() over (order by ${sql.join(key)}) as n, count(*) over () as total, array[${sql.join(key)}]::bigint[] as key
      from ${from} where ${where}
    ) numbered
    where n % ${pageSize}::integer = 0 or n = 1 order by n
  `.execute(db);
  return { total: rows[0]?.total ?? 0, starts: rows.filter((row) => row.n % pageSize === 0).map((row) => row.key.map(Number)) };
}

/**
 * The rows of a page. In a delta, taxa that are not part of the copy are included as deleted: devices that have them must delete
 * them, because they left the country's list or have no name left; other devices ignore them.
 */
export async function listPage(db: Db | Tx, scope: PageScope, index: PageIndex, page: number, pageSize: number): Promise<TaxonPageRow[]> {
  if ((page - 1) * pageSize >= index.total) return [];
  const { isMember, rarity } = selectMembers(scope);
  const { from, where, key } = rowsOf(scope);
  const start = page === 1 ? null : itemAt(index.starts, page - 2);
  const after = start === null ? sql`true` : sql`(${sql.join(key)}) > (${sql.join(start)})`;
  const isGone = scope.since === null ? sql`false` : sql`not ${isMember}`;
  const { rows } = await sql<TaxonPageRow>`
    select t.id, t.scientific_name, t.display_name, t.rank, t.taxon_group, t.family, t.parent_id, t.accepted_id,
      ${OBSERVED_ELSEWHERE} as external_observation_count, ${HAS_IMAGE} as has_image, t.image_attribution, t.image_license,
      ${rarity} as rarity_class, ${isGone} as is_gone
    from ${from} where ${where} and ${after} order by ${sql.join(key)} limit ${pageSize}
  `.execute(db);
  return rows;
}

export interface NameRow {
  taxon_id: number;
  language: NameLanguage;
  name: string;
  is_preferred: boolean;
}

/** Names of taxa, the preferred one of each language first. */
export async function listNames(db: Db | Tx, ids: readonly number[], languages: readonly string[]): Promise<NameRow[]> {
  if (ids.length === 0 || languages.length === 0) return [];
  const { rows } = await sql<NameRow>`
    select taxon_id, language, name, is_preferred from taxon_names
    where taxon_id = any(${[...ids]}::int[]) and language = any(${[...languages]}::text[])
    order by taxon_id, language, is_preferred desc, name
  `.execute(db);
  return rows;
}
