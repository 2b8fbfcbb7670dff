import {
  beginsWords,
  beginsWordsForgiven,
  beginsWordsInOrder,
  FORGIVEN_FROM,
  holdsParts,
  joinsBeginnings,
  runsOnFromWord,
} from './match.ts';
import type { NameSection } from './section.ts';

/** How well a name answers a text, best first. */
export const MATCHES = ['exact', 'name_prefix', 'words_in_order', 'joined', 'joined_parts', 'word_prefix', 'part', 'forgiven'] as const;
export type Match = (typeof MATCHES)[number];

/** A text as it is searched. */
export interface Query {
  tokens: readonly string[];
  /** The tokens with one space between. */
  spaced: string;
  /** The tokens without spaces. */
  joined: string;
}

export function queryOf(tokens: readonly string[]): Query {
  return { tokens, spaced: tokens.join(' '), joined: tokens.join('') };
}

/** Answers false when no more are wanted. */
type Visit = (name: number, match: Match) => boolean;

/**
 * Visits names class by class, the better class first; inside a class in the order of the sections (main language
 * first), and inside a section in arrival order (commonest first). A name may be visited more than once. Slips of the
 * fingers are not looked for here: see searchForgiven.
 */
export function searchSections(
  sections: readonly NameSection[],
  query: Query,
  visit: (section: NameSection, name: number, match: Match) => boolean,
): void {
  if (query.tokens.length === 0) return;
  let more = true;
  for (const search of CLASSES) {
    for (const section of sections) {
      if (more) search(section, query, (name, match) => (more = visit(section, name, match)));
    }
    if (!more) return;
  }
}

const CLASSES: ((section: NameSection, query: Query, visit: Visit) => void)[] = [
  (section, query, visit) => section.scan(`\n${query.spaced}\n`, (name) => visit(name, 'exact')),
  (section, query, visit) => section.scan(`\n${query.spaced}`, (name) => visit(name, 'name_prefix')),
  (section, query, visit) => {
    if (query.tokens.length < 2) return;
    section.scan(longest(query.tokens), (name) => !beginsWordsInOrder(section.name(name), query.tokens) || visit(name, 'words_in_order'));
  },
  (section, query, visit) => {
    // One word running on from a word's beginning is that word's beginning, which has its own class.
    if (query.joined.length < 3) return;
    section.scanJoined(query.joined, (name) => {
      const text = section.name(name);
      if (query.tokens.length === 1 && beginsWords(text, query.tokens)) return true;
      return !runsOnFromWord(text, query.joined) || visit(name, 'joined');
    });
  },
  (section, query, visit) => {
    if (query.joined.length < 6) return;
    section.scan(query.joined.slice(0, 3), (name) => !joinsBeginnings(section.name(name), query.joined) || visit(name, 'joined_parts'));
  },
  (section, query, visit) => {
    if (query.tokens.length === 1) section.scan(` ${query.spaced}`, (name) => visit(name, 'word_prefix'));
    else section.scan(longest(query.tokens), (name) => !beginsWords(section.name(name), query.tokens) || visit(name, 'word_prefix'));
  },
  (section, query, visit) => {
    const anchor = longest(query.tokens);
    if (query.tokens.length < 2 || anchor.length < 3) {
      if (query.joined.length >= 3) section.scanJoined(query.joined, (name) => visit(name, 'part'));
      return;
    }
    // Parts that run on and parts that stand apart are one class, so both are found before the first is visited.
    const found = new Set<number>();
    section.scanJoined(query.joined, (name) => Boolean(found.add(name)));
    section.scan(anchor, (name) => !holdsParts(section.name(name), query.tokens) || Boolean(found.add(name)));
    for (const name of [...found].toSorted((a, b) => a - b)) if (!visit(name, 'part')) return;
  },
];

/** The same for names with one slip of the fingers: whole words first, then beginnings of words. */
export function searchForgiven(
  sections: readonly NameSection[],
  query: Query,
  visit: (section: NameSection, name: number) => boolean,
): void {
  const anchor = longest(query.tokens);
  if (anchor.length < FORGIVEN_FROM) return;
  const candidates = sections.map((section) => forgivenCandidates(section, anchor));
  for (const whole of [true, false]) {
    for (const [at, section] of sections.entries()) {
      for (const name of candidates[at] ?? []) {
        if (beginsWordsForgiven(section.name(name), query.tokens, whole) && !visit(section, name)) return;
      }
    }
  }
}

/**
 * A slip spoils only one half of the longest token, so one of its halves still stands in the name; unless the two
 * letters at the seam changed places.
 */
function forgivenCandidates(section: NameSection, token: string): number[] {
  const seam = token.length >>> 1;
  const swapped = token.slice(0, seam - 1) + (token[seam] ?? '') + (token[seam - 1] ?? '') + token.slice(seam + 1);
  const found = new Set<number>();
  for (const pattern of [token.slice(0, seam), token.slice(seam), swapped]) {
    section.scan(pattern, (name) => {
      found.add(name);
      return true;
    });
  }
  return [...found].toSorted((a, b) => a - b);
}

function longest(tokens: readonly string[]): string {
  return tokens.reduce((best, token) => (token.length > best.length ? token : best), '');
}
