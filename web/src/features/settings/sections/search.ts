import type { User } from '@veld/contract';
import type { TFunction } from 'i18next';
import { findSectionAddress, sectionsFor } from './section-list';

export interface FoundSetting {
  label: string;
  /** The title of its section; null if it is the section itself. */
  section: string | null;
  to: string;
}

/** How well a setting matches, best first: by its label, by the title of its section, by other words. */
const MATCHES = ['label', 'title', 'words'] as const;
type Match = (typeof MATCHES)[number];

/**
 * The settings that match every word of the text, the best first. Each word may be the beginning of any word of the label, of the title
 * of the section, or of what else people call it.
 */
export function searchSettings(text: string, user: User, t: TFunction<['settings', 'common']>): FoundSetting[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const found: (FoundSetting & { match: Match })[] = [];
  for (const section of sectionsFor(user)) {
    const title = t(section.title);
    const [inTitle, inOther] = [wordsOf(title), wordsOf(t(section.words))];
    const add = (label: string, isSection: boolean) => {
      const inLabel = wordsOf(label);
      const match = bestMatch(words, inLabel, inTitle, inOther);
      // Other words lead to the section once, not to each of its settings.
      if (match === undefined || (!isSection && match !== 'label')) return;
      found.push({ label, section: isSection ? null : title, to: findSectionAddress(section), match });
    };
    add(title, true);
    for (const key of section.settings) {
      const label = t(key);
      if (label !== title) add(label, false);
    }
  }
  return found
    .toSorted((one, other) => MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match))
    .map(({ label, section, to }) => ({ label, section, to }));
}

function bestMatch(words: readonly string[], inLabel: string[], inTitle: string[], inOther: string[]): Match | undefined {
  const isIn = (known: string[]) => words.every((word) => known.some((one) => one.startsWith(word)));
  if (isIn(inLabel)) return 'label';
  if (isIn([...inLabel, ...inTitle])) return 'title';
  return isIn([...inLabel, ...inTitle, ...inOther]) ? 'words' : undefined;
}

/** In lower case and without marks, so that "pais" finds "país" and "lodz" finds "łódź". */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ß', 'ss');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
