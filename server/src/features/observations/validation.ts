import type { ValidationState } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Slot } from '../../db/fixed.ts';
import type { Tx } from '../../db/open.ts';
import { announceRecords } from './grade.ts';

/** What a decision of a validator is about, as expressions of SQL. */
type DecidedColumns = Record<
  'taxon_id' | 'geoprivacy' | 'observed_from' | 'observed_to' | 'public_latitude' | 'public_longitude',
  RawBuilder<unknown> | Slot
>;

/**
 * Stands for taxon, date and place of a record as everybody sees them, which a decision is about. So an edit of what the record hides
 * does not end a decision, by which others would learn of the edit (decisions 0016 and 0079).
 */
function makeBasis({
  taxon_id,
  geoprivacy,
  observed_from,
  observed_to,
  public_latitude,
  public_longitude,
}: DecidedColumns): RawBuilder<string> {
  const day = (date: RawBuilder<unknown> | Slot) =>
    sql`coalesce(case when ${geoprivacy}::text = 'open' then (${date}::date)::text else left((${date}::date)::text, 7) end, '-')`;
  const known = (value: RawBuilder<unknown>) => sql`coalesce(${value}::text, '-')`;
  const place = [public_latitude, public_longitude].map((value) => known(sql`${value}::float8`));
  return sql<string>`md5(concat_ws(' ', ${known(sql`${taxon_id}::integer`)}, ${day(observed_from)}, ${day(observed_to)}, ${sql.join(place)}))`;
}

/** Of the record `o`. */
export const BASIS = makeBasis({
  taxon_id: sql`o.taxon_id`,
  geoprivacy: sql`o.geoprivacy`,
  observed_from: sql`o.observed_from`,
  observed_to: sql`o.observed_to`,
  public_latitude: sql`o.public_latitude`,
  public_longitude: sql`o.public_longitude`,
});

/** As assignments of an update of `observations`: an edit of what was decided about makes the record unverified. */
export function reopenedBy(edited: DecidedColumns): RawBuilder<unknown> {
  const stored = makeBasis({
    taxon_id: sql`taxon_id`,
    geoprivacy: sql`geoprivacy`,
    observed_from: sql`observed_from`,
    observed_to: sql`observed_to`,
    public_latitude: sql`public_latitude`,
    public_longitude: sql`public_longitude`,
  });
  const isReopened = sql`validation <> 'unverified' and ${stored} <> ${makeBasis(edited)}`;
  return sql`
    validation = case when ${isReopened} then 'unverified' else validation end,
    validation_reopened_at = case when ${isReopened} then now() else validation_reopened_at end`;
}

/**
 * Sets what validators say of records of one owner, whose writes must be locked, and announces it to the owner's devices. `isReopened`
 * keeps that an edit ended the last decision.
 */
export async function setValidation(
  tx: Tx,
  owner: string,
  ids: readonly string[],
  state: ValidationState,
  { isReopened = false } = {},
): Promise<void> {
  await sql`
    update observations set validation = ${state}, validation_reopened_at = case when ${isReopened}::boolean then validation_reopened_at end
    where id = any(${[...ids]}::uuid[]) and user_id = ${owner}
  `.execute(tx);
  await announceRecords(tx, owner, ids);
}

/** As `setValidation`, of records of several owners, whose writes must be locked. */
export async function setValidations(tx: Tx, records: readonly { id: string; state: ValidationState }[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as g (id uuid, state text)),
    chosen as (
      select o.id, o.user_id, given.state, row_number() over (partition by o.user_id order by o.id) - 1 as place,
        count(*) over (partition by o.user_id) as records
      from given join observations o on o.id = given.id
    ),
    counter as (
      update owner_counters c set seq = c.seq + n.records from (select distinct user_id, records from chosen) n
      where c.user_id = n.user_id returning c.user_id, c.seq
    )
    update observations o set validation = chosen.state, validation_reopened_at = null, owner_seq = counter.seq - chosen.place
    from chosen join counter on counter.user_id = chosen.user_id where o.id = chosen.id
  `.execute(tx);
}
