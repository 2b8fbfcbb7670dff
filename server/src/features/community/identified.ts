import { type IdentifiedRecord, listIdentificationsOfPerson, periodRange, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { sealFor } from '../../http/seal.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { presentListed } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';
import { findStatisticsPerson, type StatisticsFilter } from './statistics-store.ts';
import { lastOfPage } from '../../http/position.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor } from '../../db/visibility.ts';
import { onlyRow } from '../../db/rows.ts';

const DEFAULT_LIMIT = 20;

/** Sealed, because a position among the identifications of everybody would be a time. */
const positions = sealFor('positions of identifications');

/** What a person identified. It exists for every account, as its figures do. */
export function registerIdentified(app: FastifyInstance, context: Context): void {
  serve(
    app,
    listIdentificationsOfPerson,
    loggedIn(context),
    async ({ params, query, caller }) => {
      const person = await findStatisticsPerson(context.readDb, params.id, sendsMail(context), caller.userId);
      if (!person) throw new Fault('not_found');
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listIdentified(context.readDb, {
        userId: person.id,
        callerId: caller.userId,
        country: query.country ?? null,
        days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
        after: query.cursor === undefined ? null : Number(positions.open(context, query.cursor, 'cursor')),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = lastOfPage(rows, limit);
      const next_cursor = last && positions.seal(context, String(last.seq));
      return { data: await presentIdentified(context, page, caller), next_cursor };
    },
    { isPresented: true, problems: ['not_found'] },
  );
}

/** The identifications with their records. One whose record was hidden or removed in the meantime is left out. */
async function presentIdentified(context: Context, page: readonly IdentifiedRow[], caller: Caller): Promise<IdentifiedRecord[]> {
  if (page.length === 0) return [];
  const { userId: callerId, language } = caller;
  const ids = page.map((row) => row.observation_id);
  const records = new Map(
    (await listObservations(context.readDb, { callerId, language, ids, limit: ids.length })).map((row) => [row.id, row]),
  );
  const lineages = await findLineages(
    context.readDb,
    page.map((row) => row.taxon_id),
  );
  const current = (id: number) => lineages.get(id)?.at(-1)?.id;
  const taxa = await findSummaries(context.readDb, [...new Set(page.flatMap((row) => current(row.taxon_id) ?? []))], language);
  return page.flatMap(({ id, observation_id, taxon_id, disagrees, comment, created_at }) => {
    const record = records.get(observation_id);
    const taxon = taxa.get(current(taxon_id) ?? 0);
    if (!record || !taxon || record.record.geoprivacy !== 'open') return [];
    return [
      { identification: { id, taxon, disagrees, comment, created_at: created_at.toISOString() }, record: presentListed(context, record) },
    ];
  });
}

interface IdentificationsOf extends StatisticsFilter {
  userId: string;
  callerId: string;
}

interface IdentifiedRow {
  id: string;
  observation_id: string;
  taxon_id: number;
  disagrees: boolean;
  comment: string;
  created_at: Date;
  seq: number;
}

/** The identifications `i` of a person, of days (UTC) of a period. Those of records that hide their place count for nobody. */
function identificationsOf({ userId, callerId, country, days }: IdentificationsOf): RawBuilder<unknown> {
  const where = [
    sql`i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null`,
    sql`${isListedFor(callerId)} and o.geoprivacy = 'open'`,
  ];
  if (country) where.push(sql`o.public_country_code = ${country}`);
  if (days) where.push(sql`(i.created_at at time zone 'utc')::date between ${days.from} and ${days.to}`);
  return sql`identifications i join observations o on o.id = i.observation_id join users u on u.id = o.user_id where ${sql.join(where, sql` and `)}`;
}

export async function countIdentifications(db: Db, filter: IdentificationsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${identificationsOf(filter)}`.execute(db);
  return onlyRow(rows).count;
}

/** Those that `countIdentifications` counts, last received first; `after` is the `seq` of the one before. */
async function listIdentified(
  db: Db,
  { after, limit, ...filter }: IdentificationsOf & { after: number | null; limit: number },
): Promise<IdentifiedRow[]> {
  const { rows } = await sql<IdentifiedRow>`
    select i.id, i.observation_id, i.taxon_id, i.disagrees, i.comment, i.created_at, i.seq::integer as seq from ${identificationsOf(filter)}
      and ${after === null ? sql`true` : sql`i.seq < ${after}`}
    order by i.seq desc limit ${limit}
  `.execute(db);
  return rows;
}
