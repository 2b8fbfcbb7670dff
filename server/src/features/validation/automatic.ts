import { type AutomaticRule, FREQUENCY_CELL_SHIFT, frequencyWeek, MIN_LISTS_UNUSUAL } from '@veld/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import { NOBODY } from '../accounts/access.ts';
import type { Context } from '../../http/context.ts';
import { presentAll } from '../identifications/present.ts';
import { listWholeObservations, type PublicRow } from '../observations/store.ts';
import { BASIS, setValidations } from '../observations/validation.ts';
import { findLineages } from '../taxa/lineages.ts';
import { findFindings } from './findings.ts';

/** The budget of a night: so many records are looked at. What is left waits for the next one. */
const BATCH = 200;
const MAX_BATCHES = 50;

export async function findAutomaticRule(db: Db): Promise<AutomaticRule & { accepted: number }> {
  const { rows } = await sql<AutomaticRule & { accepted: number }>`
    select is_on, share, observer_records,
      (select count(*) from (select 1 from validations where is_automatic and undone_at is null limit 1000000) v)::integer as accepted
    from validation_automatic
  `.execute(db);
  return onlyRow(rows);
}

/** Switched on, it begins with what arrives from then on. */
export async function setAutomaticRule(db: Db, { is_on, share, observer_records }: AutomaticRule, now: Date): Promise<void> {
  await sql`
    update validation_automatic set share = ${share}, observer_records = ${observer_records},
      listed_at = case when ${is_on} and not is_on then ${now}::timestamptz else listed_at end, is_on = ${is_on}
  `.execute(db);
}

/** Looks at the records that arrived since, until the budget is used up. A run that was cut short goes on where it stopped. */
export async function acceptCommon({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rule = await findAutomaticRule(db);
    if (!rule.is_on) return;
    const next = await listNext(db);
    if (next.length === 0) return;
    const common = await listCommon(db, next, rule);
    await inTransaction(db, (tx) => accept(tx, common, next.at(-1)!));
    if (next.length < BATCH) return;
  }
}

interface Next {
  id: string;
  listed_at: string;
  basis: string;
  /** The cell of frequencies, and the only day. */
  cell: number;
  day: string | null;
}

/** The next open records by arrival; those of the last day wait, because they are often edited. */
async function listNext(db: Db): Promise<Next[]> {
  const { rows } = await sql<Next>`
    select o.id, to_char(o.listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at, ${BASIS} as basis,
      floor(o.map_key / ${2 ** FREQUENCY_CELL_SHIFT}::float8)::integer as cell,
      case when o.observed_from = o.observed_to then o.observed_from end as day
    from observations o join users u on u.id = o.user_id cross join validation_automatic a
    where (o.listed_at, o.id) > (coalesce(a.listed_at, 'epoch'), coalesce(a.record_id, ${NOBODY}::uuid)) and o.listed_at < now() - interval '1 day'
      and o.validation = 'unverified' and o.validation_reopened_at is null and o.geoprivacy = 'open' and o.map_key is not null and ${IS_LISTED}
    order by o.listed_at, o.id limit ${BATCH}
  `.execute(db);
  return rows;
}

/** Those that the rule accepts. */
async function listCommon(db: Db, next: readonly Next[], rule: AutomaticRule): Promise<Next[]> {
  const ids = next.map(({ id }) => id);
  const caller = { userId: NOBODY, language: 'en' } as const;
  const rows = await listWholeObservations(db, { callerId: NOBODY, language: 'en', ids, limit: ids.length });
  const findings = await findFindings(db, rows, await presentAll(db, rows, caller));
  const trusted = await listTrusted(db, rows, rule.observer_records);
  const shares = await findShares(db, next, rows);
  const fine = new Set(rows.filter((row) => findings.get(row.id)?.length === 0 && trusted.has(row.user_id)).map((row) => row.id));
  return next.filter(({ id }) => fine.has(id) && (shares.get(id) ?? 0) >= rule.share);
}

/** Observers with so many records that validators accepted or people confirmed. */
async function listTrusted(db: Db, rows: readonly PublicRow[], least: number): Promise<Set<string>> {
  const { rows: found } = await sql<{ id: string }>`
    select person.id from unnest(${[...new Set(rows.map((row) => row.user_id))]}::uuid[]) person (id)
    where ${least} <= (
      select count(*) from (
        select 1 from observations o where o.user_id = person.id and o.deleted_at is null
          and (o.quality = 'confirmed' or o.validation in ('accepted', 'accepted_by_evidence'))
        limit ${least}
      ) counted
    )
  `.execute(db);
  return new Set(found.map(({ id }) => id));
}

/** The share of the lists of its cell and week that each record's species is on; absent where there are too few lists to say. */
async function findShares(db: Db, next: readonly Next[], rows: readonly PublicRow[]): Promise<Map<string, number>> {
  const lineages = await findLineages(
    db,
    rows.flatMap((row) => row.taxon_id ?? []),
  );
  const places = new Map(next.map((one) => [one.id, one]));
  const asked = rows.flatMap((row) => {
    const { cell, day } = places.get(row.id)!;
    const species = row.taxon_id === null ? undefined : lineages.get(row.taxon_id)?.findLast(({ rank }) => rank === 'species')?.id;
    return species === undefined || day === null || row.public_country_code === null
      ? []
      : [{ id: row.id, species, country: row.public_country_code, cell, week: frequencyWeek(day) }];
  });
  const { rows: found } = await sql<{ id: string; share: number }>`
    select r.id, coalesce(s.lists, 0)::float8 / e.lists as share
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r (id uuid, species integer, country text, cell integer, week integer)
    cross join lateral (
      select sum(lists)::float8 as lists from frequencies where country_code = r.country and taxon_id = 0 and cell = r.cell and week = r.week
    ) e
    cross join lateral (
      select sum(lists)::float8 as lists from frequencies where country_code = r.country and taxon_id = r.species and cell = r.cell and week = r.week
    ) s
    where e.lists >= ${MIN_LISTS_UNUSUAL}
  `.execute(db);
  return new Map(found.map(({ id, share }) => [id, share]));
}

/** Accepts records that are still what was looked at, and keeps how far the job has come. */
async function accept(tx: Tx, records: readonly Next[], last: Next): Promise<void> {
  const ids = records.map(({ id }) => id);
  await sql`
    select 1 from owner_counters where user_id in (select user_id from observations where id = any(${ids}::uuid[])) order by user_id for update
  `.execute(tx);
  const { rows } = await sql<{ id: string; basis: string }>`
    select o.id, ${BASIS} as basis from observations o where o.id = any(${ids}::uuid[]) and o.validation = 'unverified' and o.deleted_at is null and o.geoprivacy = 'open'
  `.execute(tx);
  const before = new Map(records.map((one) => [one.id, one.basis]));
  const same = rows.filter((row) => before.get(row.id) === row.basis);
  // A rule has looked at no picture.
  const decided = same.map((row) => ({ id: randomUUID(), observation_id: row.id, basis: row.basis }));
  await sql`
    insert into validations (id, observation_id, is_automatic, state, former, basis)
    select d.id, d.observation_id, true, 'accepted', 'unverified', d.basis
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d (id uuid, observation_id uuid, basis text)
  `.execute(tx);
  await setValidations(
    tx,
    same.map(({ id }) => ({ id, state: 'accepted' as const })),
  );
  await sql`update validation_automatic set listed_at = ${last.listed_at}::timestamptz, record_id = ${last.id}`.execute(tx);
}
