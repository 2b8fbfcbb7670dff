import { listKeys } from '@veld/contract';
import type { Language, ReplyOf, checkVersion, listVersionNotes } from '@veld/contract';
import type { Config } from '../../config.ts';
import type { AppVersionRow } from './store.ts';

const MAX_NOTES = 50;

type Announced = Pick<AppVersionRow, 'minimum_version' | 'update_url' | 'level'>;

/** What a version of the app has to know about newer ones. MINIMUM_APP_VERSION counts as a required version. */
export function updateFor(version: string, announced: readonly Announced[], config: Config): ReplyOf<typeof checkVersion> {
  const required = newest(requiredOf(announced, config));
  if (required && compareVersions(version, required.minimum_version) < 0)
    return { update_required: true, update_url: required.update_url, recommended_version: null };
  const recommended = newest(announced.filter(({ level }) => level === 'recommended'));
  const isOlder = recommended !== undefined && compareVersions(version, recommended.minimum_version) < 0;
  return {
    update_required: false,
    update_url: isOlder ? recommended.update_url : null,
    recommended_version: isOlder ? recommended.minimum_version : null,
  };
}

/** What is new since a version, in a language or else in English or any other. */
export function notesSince(
  since: string,
  announced: readonly AppVersionRow[],
  config: Config,
  language: Language,
): ReplyOf<typeof listVersionNotes> {
  const newer = announced
    .filter(({ minimum_version }) => compareVersions(minimum_version, since) > 0)
    .toSorted((one, other) => compareVersions(other.minimum_version, one.minimum_version));
  return {
    required_version: newest(requiredOf(announced, config))?.minimum_version ?? null,
    data: newer.slice(0, MAX_NOTES).map(({ minimum_version, notes, created_at }) => {
      const languages: Language[] = [language, 'en', ...listKeys(notes)];
      const shown = languages.find((one) => notes[one] !== undefined) ?? null;
      return { version: minimum_version, notes: (shown && notes[shown]) ?? '', language: shown, created_at: created_at.toISOString() };
    }),
  };
}

function requiredOf(announced: readonly Announced[], { MINIMUM_APP_VERSION, APP_UPDATE_URL }: Config): Announced[] {
  const required = announced.filter(({ level }) => level === 'required');
  if (MINIMUM_APP_VERSION) required.push({ minimum_version: MINIMUM_APP_VERSION, update_url: APP_UPDATE_URL ?? null, level: 'required' });
  return required;
}

function newest(versions: readonly Announced[]): Announced | undefined {
  return versions.toSorted((one, other) => compareVersions(other.minimum_version, one.minimum_version))[0];
}

/**
 * Compares versions by the numbers in their first three parts: negative if `a` is older than `b`. A part that is not a number counts
 * as 0, so an invalid version is older than any other.
 */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function parts(version: string): number[] {
  const numbers = version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .slice(0, 3)
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : 0));
  while (numbers.length < 3) numbers.push(0);
  return numbers;
}
