import { invalidKey } from '../recording/validation-labels';
import type { RecordTranslator } from '../../shared/records/record-labels';
import type { SaveFailure } from './save-all';

/** Why a record stayed a draft, as text. */
export function problemText(reason: SaveFailure, t: RecordTranslator<'photo-import' | 'recording'>): string {
  if (reason.kind === 'fields') {
    const texts = new Set(
      Object.values(reason.errors)
        .flat()
        .map((code) => (code === 'unread' ? t('recording:where.error.unreadable') : t(`recording:invalid.${invalidKey(code)}`))),
    );
    return [...texts].join(' ');
  }
  return t(`photo-import:board.problem.${reason.kind}`);
}
