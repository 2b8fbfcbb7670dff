import type { TFunction } from 'i18next';
import type { Receiving } from '../../local/pull/pull-store';
import type { OutboxCounts } from '../../local/outbox/outbox-counts';

type Counts = Pick<OutboxCounts, 'unsent' | 'changes'>;

/** "2 records waiting to upload"; only if there are none, the number of other changes. */
export function waitingLabel({ unsent, changes }: Counts, t: TFunction): string {
  return unsent > 0 ? t('sync.waiting', { count: unsent }) : t('sync.changes_waiting', { count: changes });
}

export function sendingLabel({ unsent }: Counts, t: TFunction): string {
  return unsent > 0 ? t('sync.sending', { count: unsent }) : t('sync.item_sending');
}

export function pausedLabel({ unsent }: Counts, t: TFunction): string {
  return unsent > 0 ? t('sync.paused_waiting', { count: unsent }) : t('sync.paused');
}

/** "Getting your records, 120 of 677", or without a connection how many of them are on this device. */
export function receivingLabel({ received, total }: Receiving, isOnline: boolean, format: (value: number) => string, t: TFunction): string {
  if (total === null) return t('sync.receiving_some');
  const numbers = { received: format(received), total: format(total) };
  return isOnline ? t('sync.receiving', numbers) : t('sync.receiving_waits', numbers);
}
