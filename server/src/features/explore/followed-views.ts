import { MAX_VIEW_HITS, type ViewNovelty } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { IS_LISTED, isListedFor } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import type { Causes } from '../../http/pieces.ts';
import { preferredLanguage } from '../accounts/access.ts';
import { insertNotifications } from '../notifications/write.ts';
import { isFirstHere, matches, type RecordFilter, withoutViewer } from '../observations/filter/record-filter.ts';
import { type FindProjectRecords, resolveForFew } from '../observations/filter/resolve-filter.ts';
import { readViewFilter } from './view-filter.ts';

/** What the notifications of followed views are about. */
export const causes: Causes = {
  view: {
    isThere: () => sql`exists (select 1 from saved_views v where v.user_id = n.user_id and v.id = (n.facts ->> 'view_id')::uuid)`,
    details: {
      column: 'saved_view',
      value: () => sql`(
        select json_build_object('name', v.name, 'query', v.query) from saved_views v
        where v.user_id = n.user_id and v.id = (n.facts ->> 'view_id')::uuid
      )`,
    },
  },
};

/** So many views are looked at in one run; those that waited longest come first. */
const MAX_CHECKS = 500;
/** A record is in the database at most so long after the moment that it has as its arrival. */
const COMMIT_MS = 60_000;

interface DueView {
  user_id: string;
  id: string;
  query: string;
  novelty: ViewNovelty;
  seen_until: Date;
  time_zone: string | null;
  language: string | null;
}

/**
 * Notifies people of the records of the views that they follow that arrived since the last time. Only records that hide nothing of their
 * place: the moment of a notification would tell of the others when they were saved (decision 0016).
 */
export async function tellOfViews(context: Pick<Context, 'db' | 'readDb' | 'now'>, findProjectRecords: FindProjectRecords): Promise<void> {
  const until = new Date(context.now().getTime() - COMMIT_MS);
  for (const view of await listDueViews(context.db, until)) await tellOfView(context, view, until, findProjectRecords);
}

async function listDueViews(db: Db, until: Date): Promise<DueView[]> {
  const { rows } = await sql<DueView>`
    select v.user_id, v.id, v.query, v.novelty, v.seen_until, u.time_zone, u.preferences ->> 'language' as language
    from saved_views v join users u on u.id = v.user_id
    where v.novelty is not null and not v.is_paused and v.seen_until < ${until} and u.deleted_at is null
    order by v.seen_until limit ${sql.lit(MAX_CHECKS)}
  `.execute(db);
  return rows;
}

async function tellOfView(
  context: Pick<Context, 'db' | 'readDb' | 'now'>,
  view: DueView,
  until: Date,
  findProjectRecords: FindProjectRecords,
): Promise<void> {
  const { user_id: userId, id, seen_until: since } = view;
  const filter = await resolveView(context, view, findProjectRecords);
  const hits = filter ? await listHits(context.readDb, filter, { ...view, since, until }) : [];
  await inTransaction(context.db, async (tx) => {
    await insertNotifications(
      tx,
      hits.map((hit) => ({
        userId,
        kind: 'view',
        reason: 'saved_view',
        subject: id,
        causeId: hit.id,
        recordId: hit.id,
        actorId: hit.user_id,
        facts: { view_id: id },
        at: context.now(),
      })),
    );
    // Unless it was changed meanwhile.
    await sql`
      update saved_views set seen_until = ${until} where user_id = ${userId} and id = ${id} and seen_until = ${since}
    `.execute(tx);
  });
}

/** The filter of a view; null if its place or project is gone, or it is not understood. */
async function resolveView(
  context: Pick<Context, 'readDb' | 'now'>,
  { user_id: userId, query, time_zone: timeZone, language }: DueView,
  findProjectRecords: FindProjectRecords,
): Promise<RecordFilter | null> {
  const read = readViewFilter(query, userId);
  if (read === null) return null;
  const person = { userId, roles: [], timeZone, language: preferredLanguage({ language }) ?? 'en' };
  try {
    return await resolveForFew(context, read, person, findProjectRecords);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

interface Window {
  user_id: string;
  novelty: ViewNovelty;
  since: Date;
  until: Date;
}

/** The records of others that arrived in a time, and are as new as the view asks, earliest first. */
async function listHits(db: Db, filter: RecordFilter, asked: Window): Promise<{ id: string; user_id: string }[]> {
  const { user_id: viewerId, novelty, since, until } = asked;
  const { rows } = await sql<{ id: string; user_id: string }>`
    select o.id, o.user_id from observations o join users u on u.id = o.user_id
    where o.deleted_at is null and not o.is_empty and o.listed_at > ${since} and o.listed_at <= ${until}
      and o.geoprivacy = 'open' and ${IS_LISTED} and ${isListedFor(viewerId)} and o.user_id <> ${viewerId}
      and not ${IS_ABSENCE} and ${matches(withoutViewer(filter), false)} and ${isNew(novelty, filter, viewerId, { since, until })}
    order by o.listed_at, o.id limit ${sql.lit(MAX_VIEW_HITS)}
  `.execute(db);
  return rows;
}

function isNew(
  novelty: ViewNovelty,
  filter: RecordFilter,
  viewerId: string,
  { since, until }: Pick<Window, 'since' | 'until'>,
): RawBuilder<boolean> {
  if (novelty === 'any') return sql<boolean>`true`;
  const year = until.getUTCFullYear();
  const isFirst = sql<boolean>`(${FOUND_SPECIES} is not null and ${isFirstHere(novelty, filter, viewerId, since)})`;
  return novelty === 'ever'
    ? isFirst
    : sql<boolean>`(extract(year from o.observed_from) = ${year}::integer and extract(year from o.observed_to) = ${year}::integer and ${isFirst})`;
}
