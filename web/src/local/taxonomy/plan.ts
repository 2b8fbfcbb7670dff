import { TAXONOMY_SCHEMA_VERSION, type TaxonomyUpdates } from '@veld/contract';
import { BLOCK_FORMAT, languageList, nameLanguages } from '@veld/taxonomy';
import type { CopyRecord, ProgressRecord, TaxonomyType } from './database';
import type { TaxonomySession } from './ports';

/** A running update whose last activity is younger is left alone (decision 0021). */
const LEFT_ALONE_MS = 60_000;
/** A running update whose last activity is younger is resumed, an older one restarted (decision 0021). */
const RESUMED_MS = 12 * 60 * 60 * 1000;

/** What is to be kept on this device. */
export interface TargetCopy {
  type: TaxonomyType;
  languages: string[];
  mainLanguage: string;
  country: string | null;
}

/** Languages: the locale, en and sci, then the further ones a user chose (decision 0021). */
export function targetCopy(type: TaxonomyType, session: TaxonomySession): TargetCopy {
  return {
    type,
    languages: languageList(nameLanguages(session.locale, session.nameLanguages)),
    mainLanguage: session.locale,
    country: type === 'country' ? session.country : null,
  };
}

/** What becomes of the record that an earlier run left behind. */
export function decideProgress(progress: ProgressRecord | undefined, target: TargetCopy, now: number): 'leave' | 'resume' | 'start' {
  if (progress?.state !== 'running') return 'start';
  if (progress.databaseVersion !== TAXONOMY_SCHEMA_VERSION) return 'start';
  if (targetChange(progress, target) !== null) return 'start';
  // A clock that was set back must not leave an update alone for years.
  const idle = Math.abs(now - progress.timestamp);
  if (idle < LEFT_ALONE_MS) return 'leave';
  return idle < RESUMED_MS ? 'resume' : 'start';
}

/** How long a record that is left alone stays so, in milliseconds. */
export function remainingIdleMs(progress: ProgressRecord, now: number): number {
  return LEFT_ALONE_MS - Math.abs(now - progress.timestamp);
}

/** Why a run no longer fetches what is target, or null. */
export function targetChange(progress: ProgressRecord, target: TargetCopy): 'language' | 'country' | null {
  if (progress.mainLanguage !== target.mainLanguage || progress.languages.join() !== target.languages.join()) return 'language';
  return progress.userCountryCode === target.country ? null : 'country';
}

/** Whether a copy is of the kind that is target, so that changes since then make it current. */
function canApplyDelta(copy: CopyRecord | undefined, target: TargetCopy, epoch: string): copy is CopyRecord {
  return (
    copy !== undefined &&
    copy.schema_version === TAXONOMY_SCHEMA_VERSION &&
    copy.block_format === BLOCK_FORMAT &&
    copy.main_language === target.mainLanguage &&
    copy.languages.join() === target.languages.join() &&
    copy.country_code === target.country &&
    copy.epoch === epoch
  );
}

/** Full: without `since` (decision 0021). */
export function planUpdate(copy: CopyRecord | undefined, target: TargetCopy, answer: TaxonomyUpdates): 'nothing' | 'delta' | 'full' {
  if (answer.full_reindex || !canApplyDelta(copy, target, answer.database_version)) return 'full';
  return answer.update_required ? 'delta' : 'nothing';
}
