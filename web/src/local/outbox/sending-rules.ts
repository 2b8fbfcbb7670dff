import type { User } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting } from '../device/device-setting';
import type { NetworkKind } from '../net/network-kind';
import { HELD, type OutboxItem } from '../db/rows';

const PHOTO_RULES = ['at_once', 'on_wifi', 'by_hand'] as const;

/** The user's choices about sending from this device. */
export interface SendingRules {
  /** Nothing is sent until the user resumes. */
  paused: boolean;
  /** Records and photos wait while the device is on a mobile network. */
  wifi_only: boolean;
  photos: (typeof PHOTO_RULES)[number];
}

/** Why an item is not sent although it is due. */
export type BlockReason = 'on_hold' | 'paused' | 'wifi' | 'by_hand';

const chosenRules = deviceSetting(
  'sending',
  z.catch(z.partial(z.object({ paused: z.boolean(), wifi_only: z.boolean(), photos: z.enum(PHOTO_RULES) })), {}),
);

/** The rules of this device; without one for photos, the account's preference applies. */
export async function sendingRules(database: UserDatabase, user: Pick<User, 'preferences'> | null): Promise<SendingRules> {
  const chosen = await chosenRules.read(database);
  const photos = user?.preferences.sync.photos_on_wifi_only ? 'on_wifi' : 'at_once';
  return { paused: false, wifi_only: false, photos, ...chosen };
}

export async function setSendingRules(database: UserDatabase, change: Partial<SendingRules>): Promise<void> {
  await chosenRules.update(database, (before) => ({ ...before, ...change }));
  database.notifyEnqueued();
}

type Blockable = Pick<OutboxItem, 'kind' | 'on_hold' | 'by_hand'>;

/** Null if the item may be sent. An unknown kind of network blocks nothing, or the item could wait forever. */
export function findBlockReason(item: Blockable, rules: SendingRules, network: Pick<NetworkKind, 'kind'>): BlockReason | null {
  if (item.on_hold) return 'on_hold';
  if (rules.paused) return 'paused';
  if (item.by_hand || item.kind === 'call') return null;
  const isMobile = network.kind() === 'mobile';
  if (rules.wifi_only && isMobile) return 'wifi';
  if (item.kind !== 'photo' || rules.photos === 'at_once') return null;
  if (rules.photos === 'by_hand') return 'by_hand';
  return isMobile ? 'wifi' : null;
}

/** Puts all items of a record on hold or releases them. An upload in progress is not interrupted. */
export async function setOnHold(database: UserDatabase, observationId: string, isOnHold: boolean): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    database.outbox
      .where('observation_id')
      .equals(observationId)
      .filter((item) => (isOnHold ? item.state === 'waiting' : item.on_hold === true))
      .modify((item) => {
        if (isOnHold) item.on_hold = true;
        else delete item.on_hold;
      }),
  );
  database.notifyEnqueued();
}

/** Allows sending items that wait for Wi-Fi or a manual upload over any network: those of one record or all. */
export async function sendAnyway(database: UserDatabase, observationId?: string): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    (observationId ? database.outbox.where('observation_id').equals(observationId) : database.outbox.where('observation_id').above(''))
      .filter((item) => item.state === 'waiting' && !item.on_hold)
      .modify((item) => {
        item.by_hand = true;
        if (item.next_try_at !== HELD) item.next_try_at = 0;
      }),
  );
  database.notifyEnqueued();
}
