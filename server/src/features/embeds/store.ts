import { type EmbedSpecies, type Language, MAX_EMBED_SPECIES } from '@veld/contract';
import { sql, type Selectable } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { IS_COUNTED } from '../../db/visibility.ts';
import type { SquareRow } from '../map/squares.ts';

export type EmbedRow = Selectable<Tables['embeds']>;

export async function listUserEmbeds(db: Db, userId: string): Promise<EmbedRow[]> {
  return db.selectFrom('embeds').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').limit(500).execute();
}

export async function findEmbed(db: Db, id: string): Promise<EmbedRow | undefined> {
  return db.selectFrom('embeds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countEmbeds(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('embeds')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a key. Undefined if its id or hash exists already. */
export async function insertEmbed(db: Db, row: EmbedRow): Promise<EmbedRow | undefined> {
  return db
    .insertInto('embeds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a key of a person. False if there is none with this id. */
export async function removeEmbed(db: Db, userId: string, id: string): Promise<boolean> {
  const removed = await db.deleteFrom('embeds').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

export async function findOriginsByKey(db: Db, keyHash: string): Promise<string[] | null> {
  const found = await db
    .selectFrom('embeds')
    .innerJoin('users', 'users.id', 'embeds.user_id')
    .select('embeds.origins')
    .where('key_hash', '=', keyHash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.origins ?? null;
}

export interface Counter {
  /** Of the owner of the key. */
  user_id: string;
  name: string;
  observations: number;
  species: number;
}

/** The public counts of the owner of a key, without private records. */
export async function findCounter(db: Db, keyHash: string): Promise<Counter | undefined> {
  const { rows } = await sql<Counter>`
    select u.id as user_id, u.name, count(o.id) as observations, count(distinct ${FOUND_SPECIES}) as species
    from embeds e
    join users u on u.id = e.user_id and u.deleted_at is null
    left join observations o on o.user_id = u.id and ${IS_COUNTED}
    where e.key_hash = ${keyHash}
    group by u.id, u.name
  `.execute(db);
  return rows[0];
}

/** The public records of the owner of a key by square; `shift` is what a `map_key` is shifted by to the right for its square. */
export async function listEmbedCells(db: Db, keyHash: string, shift: number): Promise<SquareRow[]> {
  const { rows } = await sql<SquareRow>`
    select o.geoprivacy <> 'open' as is_obscured, case when o.geoprivacy = 'open' then o.map_key >> ${shift}::integer else o.map_key end as cell,
      count(*)::integer as records
    from embeds e
    join users u on u.id = e.user_id and u.deleted_at is null
    join observations o on o.user_id = u.id and ${IS_COUNTED}
    where e.key_hash = ${keyHash} and o.map_key is not null and not ${IS_ABSENCE}
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** The species of a person's public records, the most recorded first, or one of them. Private records do not count. */
export async function listEmbedSpecies(db: Db, userId: string, language: Language, taxonId?: number): Promise<EmbedSpecies[]> {
  const only = taxonId === undefined ? sql`` : sql`and o.taxon_id = ${taxonId}`;
  const { rows } = await sql<EmbedSpecies>`
    select t.id as taxon_id, coalesce(n.name, e.name, t.display_name) as name, t.scientific_name, t.rank, found.records
    from (
      select ${FOUND_SPECIES} as taxon_id, count(*)::integer as records
      from observations o join users u on u.id = o.user_id
      where o.user_id = ${userId} and ${IS_COUNTED} ${only}
      group by 1
    ) found
    join taxa t on t.id = found.taxon_id
    left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    order by found.records desc, t.scientific_name, t.id limit ${MAX_EMBED_SPECIES}
  `.execute(db);
  return rows;
}

export async function removeEmbeds(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('embeds').where('user_id', '=', userId).execute();
}
