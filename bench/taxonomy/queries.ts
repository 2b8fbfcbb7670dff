import type { TaxonRow } from '@veld/contract';
import { seedRandom } from '../report.ts';
import { LANGUAGES } from './names.ts';

/** Percentage of queries per kind. */
export const MIX = { prefix: 40, two_prefixes: 15, whole: 15, infix: 12, misspelt: 10, absent: 8 } as const;
export type Kind = keyof typeof MIX;

/** Percentage of queries per language. */
const SHARES: Record<string, number> = { nl: 40, en: 25, sci: 20, de: 10, fr: 5 };
const LETTERS = 'etaoinsrhldcumfpgwybvkxjqz';

export interface Query {
  kind: Kind;
  text: string;
  /** The taxon from whose name the text was made; null if the text is no taxon's. */
  id: number | null;
}

/**
 * Texts people might type, derived from names of the copy. Half mean one of the commonest tenth of the taxa, since people see
 * these most. The caller chooses the seed; no engine was tuned on these.
 */
export function drawQueries(taxa: readonly TaxonRow[], count: number, seed: number): Query[] {
  const random = seedRandom(seed);
  const queries: Query[] = [];
  while (queries.length < count) {
    const kind = drawn(MIX, random);
    const taxon = taxa[Math.floor(random() * (random() < 0.5 ? taxa.length / 10 : taxa.length))]!;
    const name = nameIn(taxon, drawn(SHARES, random), random);
    const text = name === null ? null : textOf(kind, name, random);
    if (text !== null) queries.push({ kind, text, id: kind === 'absent' ? null : taxon.id });
  }
  return queries;
}

function drawn<Key extends string>(shares: Readonly<Record<Key, number>>, random: () => number): Key {
  let rest = random() * 100;
  for (const [key, share] of Object.entries<number>(shares)) {
    rest -= share;
    if (rest < 0) return key as Key;
  }
  return Object.keys(shares)[0] as Key;
}

function nameIn(taxon: TaxonRow, language: string, random: () => number): string | null {
  const names = [taxon.names[language as keyof typeof taxon.names], ...(taxon.name_synonyms[language as 'en'] ?? [])].filter(Boolean);
  return LANGUAGES.includes(language) ? (names[Math.floor(random() * names.length)] ?? null) : null;
}

function textOf(kind: Kind, name: string, random: () => number): string | null {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 1);
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) return null;
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  // Half as written, half in lower case.
  const typed = (text: string) => (random() < 0.5 ? text : text.toLowerCase());
  switch (kind) {
    case 'prefix':
      return typed((random() < 0.7 ? words[0]! : word).slice(0, between(1, 6)));
    case 'two_prefixes':
      return words.length < 2 ? null : typed(`${words[0]!.slice(0, between(1, 4))} ${words.at(-1)!.slice(0, between(2, 4))}`);
    case 'whole':
      return typed(name);
    case 'infix': {
      if (word.length < 5) return null;
      const length = between(3, Math.min(6, word.length - 1));
      const from = between(1, word.length - length);
      return typed(word.slice(from, from + length));
    }
    case 'misspelt': {
      const at = name.indexOf(word) + between(1, word.length - 1);
      if (word.length < 5) return null;
      const letter = LETTERS[Math.floor(random() * 26)]!;
      const kindOfTypo = Math.floor(random() * 3);
      return typed(name.slice(0, at) + (kindOfTypo === 0 ? '' : letter) + name.slice(kindOfTypo === 2 ? at : at + 1));
    }
    case 'absent':
      return Array.from({ length: between(6, 12) }, () => LETTERS[Math.floor(random() * 26)]!).join('');
  }
}
