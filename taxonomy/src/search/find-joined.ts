import { uintAt } from '../elements.ts';
import { outranks } from '../ranking.ts';
import type { QueryPlan } from './query-plan.ts';
import { candidatesInOrder, type Check, completeCandidates, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { EMPTY_RANGE, type PrefixRange } from '../segment/dictionary.ts';
import { setBits, bitsetWords, clearBitset, clearBits } from './name-bitset.ts';
import { hasWordPrefix, runsFromWordStart } from '../text/name-predicates.ts';
import { decoded } from '../segment/segment.ts';
import { comparedListBytes } from './trigram-intersection.ts';
import { type TokenRanges, intersectPostings, keepInOrder } from './intersect-postings.ts';

/** Up to this many names containing all letters are checked directly. */
const FEW_NAMES = 32;
/** At most this many segmentations are looked up individually. */
const MAX_SEGMENTATIONS = 12;

/** If the postings of a word are smaller than this, all their names are checked directly. */
const FEW_BYTES = 64;

/** A segmentation of the text into dictionary words, of which the last may be a prefix. */
type Segmentation = readonly PrefixRange[];

export const findJoined: Find = (plan, most) => {
  const { segment, query } = plan;
  const { tokens, joined } = query;
  if (joined.length < 3 || !plan.mayContainAll) return NO_CANDIDATES;
  const { direct } = plan;
  if (direct !== null) return completeCandidates(direct.joined);
  const segmentations = segmentationsOf(plan);
  if (segmentations?.length === 0) return NO_CANDIDATES;
  const isOneWord = tokens.length === 1;
  // A single token that is a prefix of one word belongs to another class.
  const check: Check = (name) => runsFromWordStart(name, joined) && !(isOneWord && hasWordPrefix(name, joined));
  const bytes = segmentations === null ? Infinity : segmentations.reduce((sum, segmentation) => sum + bytesOf(segmentation), 0);
  if (segment.canReadNames && bytes > FEW_BYTES) {
    const { names: trigramMatches, isTruncated } = plan.trigramMatchesUpTo(FEW_NAMES);
    if (!isTruncated && trigramMatches.length <= FEW_NAMES) return candidatesInOrder(trigramMatches, trigramMatches.length, false, check);
  }
  const list =
    segmentations !== null && bytes < comparedListBytes(segment, [joined])
      ? namesOfSegmentations(plan, segmentations)
      : namesWithTrigrams(plan);
  if (list.length === 0) return NO_CANDIDATES;
  return { ...sortedCandidates(list, list.length, segment.head.names, most), check };
};

/** All segmentations; without the one into the typed tokens, if a better class finds its names. Null if there are too many. */
function segmentationsOf({ segment, query }: QueryPlan): Segmentation[] | null {
  const { joined, tokens } = query;
  const { words } = segment;
  const segmentations: Segmentation[] = [];
  const skipsTokens = tokens.length === 1 || outranks('words_in_order', 'joined');
  // Offsets from which the rest cannot be segmented.
  const isDeadEnd: boolean[] = [];
  /** `isAsTyped`: the words so far are the tokens. */
  const extend = (from: number, segmentation: Segmentation, isAsTyped: boolean): boolean => {
    if (isDeadEnd[from] === true) return true;
    const tokenEnd = isAsTyped ? from + (tokens[segmentation.length]?.length ?? 0) : -1;
    let isWords = false;
    for (let to = from + 1; to < joined.length; to++) {
      const text = joined.slice(from, to);
      if (!words.mayHavePrefix(text)) break;
      if (!words.mayContainWord(text)) continue;
      const range = words.wordRange(text);
      if (range === null) break;
      if (range.start === range.end) continue;
      if (!extend(to, [...segmentation, range], to === tokenEnd)) return false;
      isWords ||= isDeadEnd[to] !== true;
    }
    if (tokenEnd === joined.length) return true;
    const rest = joined.slice(from);
    const range = words.mayHavePrefix(rest) ? words.prefixRange(rest) : EMPTY_RANGE;
    if (range.start < range.end && segmentations.push([...segmentation, range]) > MAX_SEGMENTATIONS) return false;
    isDeadEnd[from] = !isWords && range.start === range.end;
    return true;
  };
  return extend(0, [], skipsTokens) ? segmentations : null;
}

function namesOfSegmentations({ segment }: QueryPlan, segmentations: readonly Segmentation[]): number[] {
  const list: number[] = [];
  for (const segmentation of segmentations) {
    const rarest = rarestOf(segmentation);
    if (segment.canReadNames && rarest.end - rarest.start <= FEW_BYTES) {
      const size = segment.decode(rarest.start, rarest.end);
      for (let at = 0; at < size; at++) list.push(uintAt(decoded.names, at));
      continue;
    }
    const steps: TokenRanges[] = segmentation.map(({ start, end }) => ({ whole: null, others: [{ start, end }] }));
    const found = intersectPostings(segment, steps, false);
    if (found !== null) keepInOrder(found, list);
  }
  return list;
}

/** Names that contain the trigrams of the text and have a word with which the text begins. */
function namesWithTrigrams(plan: QueryPlan): number[] {
  const { segment, query, trigramMatches } = plan;
  const { joined, tokens } = query;
  const list: number[] = [];
  if (trigramMatches.length === 0) return list;
  for (let length = 1; length <= joined.length; length++) {
    const isAll = length === joined.length;
    if (isAll && tokens.length === 1) break;
    const range = isAll ? segment.words.prefixRange(joined) : segment.words.wordRange(joined.slice(0, length));
    if (range === null) break;
    clearBitset(segment.head.names);
    setBits(trigramMatches, trigramMatches.length);
    const size = segment.decodeIn(range.start, range.end, bitsetWords());
    clearBits(trigramMatches, trigramMatches.length);
    for (let at = 0; at < size; at++) list.push(uintAt(decoded.names, at));
  }
  return list;
}

function rarestOf(segmentation: Segmentation): PrefixRange {
  return segmentation.reduce((rarest, range) => (range.end - range.start < rarest.end - rarest.start ? range : rarest));
}

/** Bytes of postings to read for a segmentation. */
function bytesOf(segmentation: Segmentation): number {
  const rarest = rarestOf(segmentation);
  const least = rarest.end - rarest.start;
  return least <= FEW_BYTES ? least : segmentation.reduce((sum, { start, end }) => sum + end - start, 0);
}
