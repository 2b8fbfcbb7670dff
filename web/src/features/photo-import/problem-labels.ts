import { invalidWord } from '../recording/validation-labels';
import type { RecordWords } from '../observations/record-labels';
import type { KeptReason } from './save-all';

/** Why a record stayed a draft, in words. */
export function problemWords(reason: KeptReason, t: RecordWords): string {
  if (reason.kind === 'fields') {
    const words = new Set(
      Object.values(reason.errors)
        .flat()
        .map((code) => (code === 'unread' ? t('observations:where.wrong.unreadable') : t(`observations:invalid.${invalidWord(code)}`))),
    );
    return [...words].join(' ');
  }
  return t(`observations:batch.problem.${reason.kind}`);
}
