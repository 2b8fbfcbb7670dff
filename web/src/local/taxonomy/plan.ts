import { LANGUAGES, TAXONOMY_SCHEMA_VERSION, type TaxonomyUpdates } from '@veld/contract';
import { BLOCK_FORMAT, languageList, nameLanguages } from '@veld/taxonomy';
import type { CopyRecord, ProgressRecord, TaxonomyType } from './database';
import type { TaxonomySession } from './ports';

/** A running update with more recent activity is left alone (decision 0021). */
const ACTIVE_MS = 60_000;
/** A running update with more recent activity is resumed, an older one restarted (decision 0021). */
const RESUMABLE_MS = 12 * 60 * 60 * 1000;

/** The copy this device should have. */
export interface TargetCopy {
  type: TaxonomyType;
  languages: string[];
  mainLanguage: string;
  foreignLanguages: string[];
  country: string | null;
}

/** Languages: the locale, en and sci, then those the user added (decision 0021), then all others, only to be searched. */
export function targetCopy(type: TaxonomyType, session: TaxonomySession): TargetCopy {
  const languages = nameLanguages(session.locale, session.nameLanguages, LANGUAGES);
  return {
    type,
    languages: languageList(languages),
    mainLanguage: session.locale,
    foreignLanguages: [...(languages.foreign ?? [])],
    country: type === 'country' ? session.country : null,
  };
}

/** What to do with the progress record of an earlier run. */
export function decideProgress(progress: ProgressRecord | undefined, target: TargetCopy, now: number): 'leave' | 'resume' | 'start' {
  if (progress?.state !== 'running') return 'start';
  if (progress.databaseVersion !== TAXONOMY_SCHEMA_VERSION) return 'start';
  if (targetChange(progress, target) !== null) return 'start';
  // A clock that was set back must not block updates for years.
  const idle = Math.abs(now - progress.timestamp);
  if (idle < ACTIVE_MS) return 'leave';
  return idle < RESUMABLE_MS ? 'resume' : 'start';
}

/** Milliseconds until a record that is left alone may be resumed. */
export function remainingIdleMs(progress: ProgressRecord, now: number): number {
  return ACTIVE_MS - Math.abs(now - progress.timestamp);
}

/** Why a run no longer matches the target, or null. */
export function targetChange(progress: ProgressRecord, target: TargetCopy): 'language' | 'country' | null {
  if (progress.mainLanguage !== target.mainLanguage || progress.languages.join() !== target.languages.join()) return 'language';
  if (progress.foreignLanguages?.join() !== target.foreignLanguages.join()) return 'language';
  return progress.userCountryCode === target.country ? null : 'country';
}

/** Whether a delta can bring the copy to the target. */
function canApplyDelta(copy: CopyRecord | undefined, target: TargetCopy, epoch: string): copy is CopyRecord {
  return (
    copy !== undefined &&
    copy.schema_version === TAXONOMY_SCHEMA_VERSION &&
    copy.block_format === BLOCK_FORMAT &&
    copy.main_language === target.mainLanguage &&
    copy.languages.join() === target.languages.join() &&
    copy.foreign_languages?.join() === target.foreignLanguages.join() &&
    copy.country_code === target.country &&
    copy.epoch === epoch
  );
}

/** `full`: an update without `since` (decision 0021). */
export function planUpdate(copy: CopyRecord | undefined, target: TargetCopy, answer: TaxonomyUpdates): 'nothing' | 'delta' | 'full' {
  if (answer.full_reindex || !canApplyDelta(copy, target, answer.database_version)) return 'full';
  return answer.update_required ? 'delta' : 'nothing';
}
