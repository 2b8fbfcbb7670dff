import { runAll } from '../storage/chunk-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { respellings } from '../text/respelling.ts';
import type { SegmentSet } from './merge-segments.ts';
import { itemAt } from '../elements.ts';

const MAX_WORDS = 4;
/** Per word of a text. */
const MAX_SPELLINGS = 3;

/** The texts that sound like one, made of words of the names; none of words that no name has. */
export function respelledTexts({ names, cache }: SegmentSet, tokens: readonly string[]): string[][] {
  if (tokens.length > MAX_WORDS) return [];
  const bySegment = runAll(
    names.map(
      ({ segment }) =>
        () =>
          tokens.map((token) => spellingsIn(segment, token)),
    ),
    cache,
  );
  const spellings = tokens.map((_, at) => [...new Set(bySegment.flatMap((own) => itemAt(own, at)))].slice(0, MAX_SPELLINGS));
  return spellings
    .reduce<string[][]>((texts, own) => texts.flatMap((text) => own.map((word) => [...text, word])), [[]])
    .filter((text) => text.some((word, at) => word !== tokens[at]));
}

/** The spellings of the last words, because a text that grows keeps its words. */
const lastSpellings = new WeakMap<Segment, Map<string, string[]>>();
const MAX_KEPT = 32;

/** The word itself, if some name has it, and those that sound like it. */
function spellingsIn(segment: Segment, token: string): string[] {
  let kept = lastSpellings.get(segment);
  if (kept === undefined) lastSpellings.set(segment, (kept = new Map()));
  let spellings = kept.get(token);
  if (spellings === undefined) {
    spellings = findSpellings(segment, token);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(token, spellings);
  }
  return spellings;
}

function findSpellings({ words }: Segment, token: string): string[] {
  const has = (word: string) => {
    const range = words.mayHavePrefix(word) ? words.wordRange(word) : null;
    return range !== null && range.end > range.start;
  };
  const hasPrefix = (letters: string) => {
    if (!words.mayHavePrefix(letters)) return false;
    // The filter is right so often that looking up the rest would take longer.
    if (words.prefixFilter !== null) return true;
    return words.hasPrefix(letters);
  };
  return [...(has(token) ? [token] : []), ...respellings(token, { has, hasPrefix })];
}
