import { MAX_VIEWED_TAXA, MAX_VIEWS, postSpeciesViews } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { deviceSetting } from '../device/device-setting';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';

/** Views by the id of the taxon. */
const Counts = z.record(z.string(), z.int());
const Views = z.object({
  counts: Counts,
  /** A batch whose answer has not come: it is repeated with the same id, so that it counts once. */
  sending: z.nullable(z.object({ write_id: z.string(), counts: Counts })),
  sent_at: z.number(),
});

const views = deviceSetting('species_views', z.catch(Views, { counts: {}, sending: null, sent_at: 0 }));

/** Rare enough that a batch says little about when a page was opened. */
const EVERY_MS = 3_600_000;

/** Counts a view of the page of a taxon, also without a connection. More than the server accepts are left out. */
export function countView(database: UserDatabase, taxonId: number): Promise<void> {
  return views.update(database, (before) => {
    const count = before.counts[taxonId] ?? 0;
    if (count >= MAX_VIEWS || (count === 0 && Object.keys(before.counts).length >= MAX_VIEWED_TAXA)) return before;
    return { ...before, counts: { ...before.counts, [taxonId]: count + 1 } };
  });
}

interface SendParts {
  database: UserDatabase;
  api: Pick<Api, 'call'>;
  token: string;
  now: number;
}

/** Sends the views since the last time, at most once an hour. After a failure, the next call tries again. */
export async function sendViews({ database, api, token, now }: SendParts): Promise<void> {
  const { sent_at: sentAt } = await views.read(database);
  if (now - sentAt < EVERY_MS && now >= sentAt) return;
  await views.update(database, (before) => {
    if (before.sending || Object.keys(before.counts).length === 0) return before;
    return { ...before, sending: { write_id: newId(), counts: before.counts }, counts: {} };
  });
  const { sending } = await views.read(database);
  if (!sending) return;
  const body = {
    write_id: sending.write_id,
    views: Object.entries(sending.counts).map(([id, count]) => ({ taxon_id: Number(id), count })),
  };
  try {
    await api.call(postSpeciesViews, { body }, { token });
  } catch (error) {
    // What the server refuses, it will refuse again.
    if (!(error instanceof CallError) || error.status !== 422) throw error;
  }
  await views.update(database, (before) =>
    before.sending?.write_id === sending.write_id ? { ...before, sending: null, sent_at: now } : before,
  );
}
