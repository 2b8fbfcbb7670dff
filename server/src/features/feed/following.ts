import type { FeedEvent } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { JsonText } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import type { Reader } from '../accounts/callers/visitors.ts';
import { type ListPosition, writeListCursor } from '../observations/cursor.ts';
import { presentListed, presentRows } from '../observations/present.ts';
import { type ListedRow, listObservations } from '../observations/store.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { type EventRow, listEvents } from './events-store.ts';

interface Paging {
  after: ListPosition | null;
  limit: number;
}

/** Either comes before the other in the feed. */
const isBefore = (one: ListPosition, other: ListPosition) =>
  one.listed_at > other.listed_at || (one.listed_at === other.listed_at && one.id > other.id);

/** A page of the records of followed people, of which there is one more than the page has, and of what happened to them besides. */
export async function presentFollowing(
  context: Context,
  rows: readonly ListedRow[],
  caller: Reader,
  { after, limit }: Paging,
): Promise<JsonText> {
  const happened = await listEvents(context.readDb, {
    callerId: caller.userId,
    sendsMail: sendsMail(context),
    now: context.now(),
    after,
    since: rows[limit - 1]?.listed_at ?? null,
    limit: limit + 1,
  });
  const records: ListedRow[] = [];
  const events: { row: EventRow; place: number }[] = [];
  while (records.length + events.length < limit) {
    const [record, event] = [rows[records.length], happened[events.length]];
    if (record && (!event || isBefore(record, event))) records.push(record);
    else if (event) events.push({ row: event, place: records.length });
    else break;
  }
  const last = [records.at(-1), events.at(-1)?.row]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (isBefore(one, other) ? 1 : -1))[0];
  const isMore = rows.length > records.length || happened.length > events.length;
  return presentRows(context, records, {
    events: await presentEvents(context, events, caller),
    next_cursor: isMore && last ? writeListCursor(context, last) : null,
  });
}

/** An event whose record was hidden or removed in the meantime is left out. */
async function presentEvents(context: Context, events: readonly { row: EventRow; place: number }[], caller: Reader): Promise<FeedEvent[]> {
  const { userId: callerId, language } = caller;
  const ids = events.flatMap(({ row }) => row.observation_id ?? []);
  const found = ids.length === 0 ? [] : await listObservations(context.readDb, { callerId, language, ids, limit: ids.length });
  const records = new Map(found.filter(({ record }) => record.geoprivacy === 'open').map((row) => [row.id, row]));
  const taxa = await findSummaries(context.readDb, [...new Set(found.flatMap(({ record }) => record.community_taxon_id ?? []))], language);
  return events.flatMap(({ row, place }): FeedEvent[] => {
    const record = row.observation_id === null ? undefined : records.get(row.observation_id);
    if (row.observation_id !== null && !record) return [];
    return [
      {
        id: row.id,
        kind: row.kind,
        at: row.at.toISOString(),
        place,
        user: row.user_id === null ? null : { id: row.user_id, name: row.user_name!, is_pro: row.user_is_pro! },
        record: record ? presentListed(context, record) : null,
        taxon: taxa.get(record?.record.community_taxon_id ?? 0) ?? null,
        badges: row.badges,
        project: row.project_id === null ? null : { id: row.project_id, name: row.project_name! },
      },
    ];
  });
}
