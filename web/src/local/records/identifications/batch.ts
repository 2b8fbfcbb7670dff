import { TaxonGroup, WaitingRecord } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { deviceSetting } from '../../device/device-setting';

/** How many records a batch has. */
export const BATCH_SIZE = 50;

/** What was asked of the server. */
const Query = z.object({
  group: z.optional(TaxonGroup),
  known: z.optional(z.enum(['0', '1'])),
  country: z.optional(z.string()),
  place_id: z.optional(z.string()),
});
export type BatchQuery = z.infer<typeof Query>;

/**
 * Records kept on this device to identify them without a connection. `incomplete`: some pictures could not be fetched; `full`: there
 * was too little space for them.
 */
const Batch = z.object({
  query: Query,
  records: z.array(WaitingRecord),
  /** When the server sent the records, in milliseconds since 1970; the addresses of their pictures are valid for an hour. */
  at: z.number(),
  state: z.enum(['running', 'incomplete', 'full', 'done']),
  /** Addresses of pictures that the server does not have any more. */
  gone: z.array(z.string()),
});
export type KeptBatch = z.infer<typeof Batch>;

const batch = deviceSetting('kept_identifications', z.catch(z.nullable(Batch), null));

export const readBatch = (database: UserDatabase): Promise<KeptBatch | null> => batch.read(database);

export function putBatch(database: UserDatabase, kept: KeptBatch): Promise<void> {
  return batch.update(database, () => kept);
}

/** Changes the batch fetched at a time, unless it was deleted or replaced since. */
export function changeBatch(database: UserDatabase, at: number, change: Pick<KeptBatch, 'state' | 'gone'>): Promise<void> {
  return batch.update(database, (kept) => (kept?.at === at ? { ...kept, ...change } : kept));
}

export function deleteBatch(database: UserDatabase): Promise<void> {
  return batch.update(database, () => null);
}

/** The addresses of the largest pictures of a batch. */
export function pictureAddresses({ records }: Pick<KeptBatch, 'records'>): string[] {
  return [...new Set(records.flatMap(({ media }) => media.flatMap(({ urls }) => (urls ? [urls[1600]] : []))))];
}
