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
import { type IdentifiedRow, listIdentified } from './identified-store.ts';
import { findStatisticsPerson } from './statistics-store.ts';
import { lastOfPage } from '../../http/position.ts';

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
