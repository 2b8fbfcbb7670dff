import { type BodyOf, postSpeciesViews } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { seenSpeciesAccess } from './access.ts';

/** Days for which views are kept, and for which a repeated batch is recognised. */
const KEPT_DAYS = 400;

/** Counts the views of pages of taxa per day. The session only limits how much a person can send. */
export function registerSpeciesViews(app: FastifyInstance, context: Context): void {
  const today = () => context.now().toISOString().slice(0, 10);
  serve(app, postSpeciesViews, seenSpeciesAccess(context), async ({ body }) => {
    await addViews(context.db, body, today());
    return undefined;
  });
  context.jobs.add({ name: 'species-views-cleanup', cron: '17 4 * * *', run: () => removeOldViews(context.db, today()) });
}

/** Views of a merged taxon count for its successor; those of an unknown one, for none. */
async function addViews(db: Db, { write_id, views }: BodyOf<typeof postSpeciesViews>, day: string): Promise<void> {
  await sql`
    with batch as (
      insert into taxon_view_batches (id, received_on) values (${write_id}, ${day}) on conflict do nothing returning id
    )
    insert into taxon_views (taxon_id, day, views)
    select coalesce(t.accepted_id, t.id), ${day}::date, sum(v.count)
    from json_to_recordset(${JSON.stringify(views)}::json) as v (taxon_id integer, count integer) join taxa t on t.id = v.taxon_id
    where exists (select 1 from batch) group by 1
    on conflict (taxon_id, day) do update set views = taxon_views.views + excluded.views
  `.execute(db);
}

async function removeOldViews(db: Db, today: string): Promise<void> {
  await sql`delete from taxon_views where day < ${today}::date - ${KEPT_DAYS}::integer`.execute(db);
  await sql`delete from taxon_view_batches where received_on < ${today}::date - ${KEPT_DAYS}::integer`.execute(db);
}
