import { lowerBound } from '../segment/block-keys.ts';
import { type Candidates, type Check, completeCandidates, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { isNameHead, mayBeCompoundHead } from './classify-names.ts';
import { CODES, findWholeWords, firstWithCode } from './find-words.ts';
import type { QueryPlan } from './query-plan.ts';

/** Of the main-language names that contain the text, only the first this many may be compounds with it. */
const MAX_COMPOUNDS = 512;

/** Main-language names with the text as their head, as whole words (`swan` in Mute Swan) or as the end of a compound (`mees` in Koolmees). */
export const findHead: Find = (plan, most) => {
  const { segment, query } = plan;
  // Most texts are half-typed: no word, and the end of no compound. Only for others is it worth reading names.
  if (query.tokens.length === 1 && !mayBeCompoundHead(query)) return wholeWords(plan, most);
  if (plan.direct !== null) return completeCandidates(plan.direct.head);
  const check: Check = (name, number) => isNameHead(name, query, segment.isMain(number));
  if (query.tokens.length > 1) return { ...findWholeWords(plan, most), check };
  const words = wholeWords(plan, most);
  const whole = { ...words, names: words.names.slice(0, words.size) };
  const compounds = namesWithLetters(plan, most);
  // Beyond the end of a truncated list, the names of the other one are not necessarily the next ones.
  const bound = Math.min(lastOf(whole), lastOf(compounds));
  const both = [...whole.names, ...compounds.names].filter((name) => name <= bound);
  const first = sortedCandidates(both, both.length, segment.head.names, most);
  return { ...first, isTruncated: first.isTruncated || bound < Infinity, check };
};

function wholeWords({ segment, query, first: { start, exactEnd } }: QueryPlan, most: number): Candidates {
  if (start === exactEnd) return NO_CANDIDATES;
  const codes = query.grammar.isHeadFirst ? CODES.first : CODES.last;
  return firstWithCode(segment, { start, end: exactEnd }, codes, most, segment.sections.main);
}

type Names = Pick<Candidates, 'names' | 'isTruncated'>;

/** The first main-language names that contain the text. */
function namesWithLetters(plan: QueryPlan, most: number): Names {
  const wanted = Math.min(most, MAX_COMPOUNDS);
  const { names, isTruncated } = plan.trigramMatchesUpTo(wanted, 1);
  const size = Math.min(lowerBound(names, plan.segment.head.main_names, 0), MAX_COMPOUNDS);
  return { names: names.slice(0, size), isTruncated: isTruncated && size === names.length && wanted < MAX_COMPOUNDS };
}

/** The last name up to which a list is complete. */
function lastOf({ names, isTruncated }: Names): number {
  return isTruncated ? (names.at(-1) ?? -1) : Infinity;
}
