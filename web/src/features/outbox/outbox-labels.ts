import type { Language, ObservationDraft } from '@veld/contract';
import { ago } from '../../i18n/format';
import { HELD, type ItemError, type OutboxItem } from '../../local/db/rows';
import type { BlockReason } from '../../local/outbox/sending-rules';
import { fieldLabel, fieldValue } from '../../shared/records/field-labels';
import type { RecordTranslator } from '../../shared/records/record-labels';

/** `log_in`: nothing is sent without a session. */
export type ShownReason = BlockReason | 'log_in';

const NETWORK_ERRORS = { network: 'common:error.network', timeout: 'common:error.timeout', not_ours: 'common:error.not_ours' } as const;

/** The last error as text. The server's text is preferred, because it is translated and specific. */
export function errorLabel(error: ItemError, t: RecordTranslator<'outbox'>): string {
  if (error.code === 'gone') return t('outbox:error.gone');
  if (error.code === 'conflict') return t('outbox:error.conflict');
  if (error.code === 'not_logged_in') return t('common:sync.log_in_again');
  if (error.kind === 'network' || error.kind === 'timeout' || error.kind === 'not_ours') return t(NETWORK_ERRORS[error.kind]);
  if (error.kind === 'device') return t('outbox:error.device');
  const fields = Object.values(error.errors ?? {}).flat();
  if (fields.length > 0) return fields.join(' ');
  if (error.status !== null && error.status >= 500) return t('common:error.server');
  return error.detail ?? error.title ?? t('common:error.title');
}

/** When the item is sent next, or why it is not; null while it is being sent or needs attention. */
export function nextTryLabel(
  item: OutboxItem,
  reason: BlockReason | null,
  t: RecordTranslator<'outbox'>,
  language: Language,
  now: number,
): string | null {
  if (item.state !== 'waiting') return null;
  if (item.next_try_at === HELD && reason !== 'on_hold' && reason !== 'paused')
    return t(item.kind === 'photo' ? 'outbox:after_record' : 'outbox:after_previous');
  if (reason) return t(`outbox:block_reason.${reason}`);
  if (item.next_try_at <= now) return t('outbox:next');
  return t('outbox:next_try', { when: ago(item.next_try_at, language, now) });
}

/** One field of a conflict with the value of each side. */
export interface ConflictLine {
  label: string;
  mine: string;
  theirs: string;
}

export function conflictLines(
  item: OutboxItem,
  names: { mine: string | null; theirs: string | null },
  t: RecordTranslator<'outbox'>,
  language: Language,
): ConflictLine[] {
  if (!item.conflict || item.kind !== 'record') return [];
  const mine = item.input.body as ObservationDraft;
  const theirs = item.conflict.current;
  return item.conflict.clashes.map((field) => ({
    label: fieldLabel(field, t),
    mine: fieldValue(field, mine, names.mine, t, language) || t('observations:outbox.empty_value'),
    theirs: fieldValue(field, theirs, names.theirs, t, language) || t('observations:outbox.empty_value'),
  }));
}
