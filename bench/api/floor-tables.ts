import type { Media } from '@veld/contract';
import type pg from 'pg';
import type { Db } from '../../server/src/db/open.ts';
import { findEpoch } from '../../server/src/db/epoch.ts';
import { presentOwn, presentPublic } from '../../server/src/features/observations/present.ts';
import { listChanges } from '../../server/src/features/observations/store.ts';
import type { Context } from '../../server/src/http/context.ts';
import { insert } from './fill.ts';

/** Stands for the signed addresses of the photo, which change every hour. */
export const ADDRESSES = '"@addresses"';
const ALL = 1_000_000;
const BATCH = 2000;

/**
 * The data in the leanest form that can give Veld's answers: one row per record with the two texts that its owner and others get,
 * one per person and species, and sessions that know their person. Everything else is computed when the tables are made.
 */
const TABLES = `
  drop schema if exists floor cascade;
  create schema floor;
  create table floor.sessions (token_hash text primary key, user_id uuid not null, person text not null);
  create table floor.counters (user_id uuid primary key, seq bigint not null);
  create table floor.taxa (id integer primary key, summary text not null);
  create table floor.seen (user_id uuid, taxon_id integer, primary key (user_id, taxon_id));
  create table floor.records (
    id uuid primary key, user_id uuid not null, seq bigint not null, listed_at text not null, photo uuid,
    own text not null, shared text not null
  );
  alter table floor.records alter own set storage plain, alter shared set storage plain;
`;
const INDEXES = `
  create unique index on floor.records (user_id, seq);
  create index on floor.records (listed_at desc, id desc);
`;

/** Makes the tables of the floor from Veld's own answers in English. Returns the epoch of the data. */
export async function makeFloor(db: Db, pool: pg.Pool, secret: Buffer): Promise<string> {
  // Presenting a record reads nothing else.
  const context = { secret, now: () => new Date() } as Context;
  await pool.query(TABLES);
  await pool.query(`
    insert into floor.sessions select token_hash, user_id, json_build_object('id', u.id, 'name', u.name, 'is_pro', u.is_pro)::text
      from sessions join users u on u.id = user_id;
    insert into floor.counters select user_id, seq from owner_counters;
    insert into floor.taxa
      select t.id, json_build_object('id', t.id, 'name', coalesce(n.name, t.display_name), 'scientific_name', t.scientific_name,
        'rank', t.rank, 'group', t.taxon_group, 'image_url', null)::text
      from taxa t left join taxon_names n on n.taxon_id = t.id and n.language = 'en' and n.is_preferred;
    insert into floor.seen select distinct user_id, taxon_id from observations where taxon_id is not null;
  `);
  const { rows: people } = await pool.query<{ user_id: string }>('select user_id from owner_counters');
  let made: Record<string, unknown>[] = [];
  const flush = async () => {
    await insert(pool, 'floor.records', made);
    made = [];
  };
  for (const { user_id } of people) {
    for (const row of await listChanges(db, user_id, 0, ALL, 'en')) {
      const photo = row.media[0]?.media_id ?? null;
      const { id, owner_seq: seq, listed_at } = row;
      made.push({ id, user_id, seq, listed_at, photo, own: textOf(presentOwn(context, row)), shared: textOf(presentPublic(context, row)) });
    }
    if (made.length >= BATCH) await flush();
  }
  await flush();
  await pool.query(INDEXES);
  for (const table of ['sessions', 'counters', 'taxa', 'seen', 'records']) await pool.query(`vacuum analyze floor.${table}`);
  return findEpoch(db);
}

function textOf(record: { media: Media[] }): string {
  const media = record.media.map((photo) => (photo.urls ? { ...photo, urls: JSON.parse(ADDRESSES) as string } : photo));
  return JSON.stringify({ ...record, media });
}
