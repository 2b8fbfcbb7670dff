import type { TFunction } from 'i18next';
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
