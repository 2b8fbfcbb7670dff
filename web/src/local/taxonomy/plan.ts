import { TAXONOMY_SCHEMA_VERSION, type TaxonomyUpdates } from '@veld/contract';
import { BLOCK_FORMAT, languageList, nameLanguages } from '@veld/taxonomy';
import type { CopyRecord, ProgressRecord, TaxonomyType } from './database';
import type { TaxonomySession } from './ports';

/** A running update whose last activity is younger is left alone (decision 0021). */
const LEFT_ALONE_MS = 60_000;
/** A running update whose last activity is younger is resumed, an older one restarted (decision 0021). */
const RESUMED_MS = 12 * 60 * 60 * 1000;

/** What is to be kept on this device. */
export interface Wanted {
  type: TaxonomyType;
  languages: string[];
  mainLanguage: string;
  country: string | null;
}

/** Languages: the locale, en and sci, then the further ones a user chose (decision 0021). */
export function wantedCopy(type: TaxonomyType, session: TaxonomySession): Wanted {
  return {
    type,
    languages: languageList(nameLanguages(session.locale, session.nameLanguages)),
    mainLanguage: session.locale,
    country: type === 'country' ? session.country : null,
  };
}

/** What becomes of the record that an earlier run left behind. */
export function judgeProgress(progress: ProgressRecord | undefined, wanted: Wanted, now: number): 'leave' | 'resume' | 'start' {
  if (progress?.state !== 'running') return 'start';
  if (progress.databaseVersion !== TAXONOMY_SCHEMA_VERSION) return 'start';
  if (changeOf(progress, wanted) !== null) return 'start';
  // A clock that was set back must not leave an update alone for years.
  const idle = Math.abs(now - progress.timestamp);
  if (idle < LEFT_ALONE_MS) return 'leave';
  return idle < RESUMED_MS ? 'resume' : 'start';
}

/** How long a record that is left alone stays so, in milliseconds. */
export function leftAloneFor(progress: ProgressRecord, now: number): number {
  return LEFT_ALONE_MS - Math.abs(now - progress.timestamp);
}

/** Why a run no longer fetches what is wanted, or null. */
export function changeOf(progress: ProgressRecord, wanted: Wanted): 'language' | 'country' | null {
  if (progress.mainLanguage !== wanted.mainLanguage || progress.languages.join() !== wanted.languages.join()) return 'language';
  return progress.userCountryCode === wanted.country ? null : 'country';
}

/** Whether a copy is of the kind that is wanted, so that changes since then make it current. */
function canTakeDelta(copy: CopyRecord | undefined, wanted: Wanted, epoch: string): copy is CopyRecord {
  return (
    copy !== undefined &&
    copy.schema_version === TAXONOMY_SCHEMA_VERSION &&
    copy.block_format === BLOCK_FORMAT &&
    copy.main_language === wanted.mainLanguage &&
    copy.languages.join() === wanted.languages.join() &&
    copy.country_code === wanted.country &&
    copy.epoch === epoch
  );
}

/** Full: without `since` (decision 0021). */
export function planUpdate(copy: CopyRecord | undefined, wanted: Wanted, answer: TaxonomyUpdates): 'nothing' | 'delta' | 'full' {
  if (answer.full_reindex || !canTakeDelta(copy, wanted, answer.database_version)) return 'full';
  return answer.update_required ? 'delta' : 'nothing';
}
