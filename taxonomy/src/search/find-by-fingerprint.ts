import type { Asking } from './query-plan.ts';
import { firstNotBefore } from '../segment/block-keys.ts';
import { type Candidates, type Check, inOrder, NO_CANDIDATES, ranked } from './candidates.ts';
import { type Initials, LETTERS_TOLD, type Picked, tokensByInitials } from '../segment/word-prefix-fingerprints.ts';
import { namesWithParts } from './trigram-candidates.ts';
import { namesAmong, type Stretch } from './name-slots.ts';
import { found } from '../segment/segment.ts';
import { shortestList } from './trigram-intersection.ts';
import { beginsLike, hasAll, hasInOrder, isAllOf, type Walked } from './classify-names.ts';

/** So few names are looked at one by one, rather than in the postings of one more word. */
const FEW_NAMES = 64;
/** About how many bytes of postings a word in a name takes. */
const BYTES_OF_A_WORD = 2.6;
/** A name found by postings takes as long as so many that are only gone through. */
const GONE_THROUGH = 5;

let scanned = new Uint32Array(1 << 9);

/**
 * The names whose words begin with several tokens, by what the first letters of their words tell: the names of the rarest
 * token are gone through, or where there are many, the names in their order until there are enough. What the first letters
 * leave open is checked on the name.
 */
export function byInitials(asking: Asking, initials: Initials, which: keyof Walked, most: number): Candidates {
  const { tokens } = asking.query;
  if (asking.places.some(({ start, end }) => start === end)) return NO_CANDIDATES;
  if (which === 'exact') return leading(asking, initials, most, (name) => beginsLike(name, tokens) && isAllOf(name, tokens));
  if (which === 'prefix') return leading(asking, initials, most, (name) => beginsLike(name, tokens), false);
  initials.ask(asking.tokensByInitials, tokens.length);
  const isOrdered = which === 'inOrder';
  if (areManySurely(asking, most)) return goneThrough(asking, initials, isOrdered, most);
  const rarest = rarestOf(asking.places);
  // What the first letters of the other one tell is all there is to know.
  if (tokens.length === 2 && tokens[1 - rarest]!.length <= LETTERS_TOLD) return pickedFrom(asking, initials, rarest, isOrdered, most);
  let list = having.get(asking);
  if (list === undefined) having.set(asking, (list = namesHaving(asking, initials, most)));
  if (isOrdered) list = list.filter((name) => initials.areInOrder(name));
  const check: Check = isOrdered ? (name) => hasInOrder(name, tokens) : (name) => hasAll(name, tokens);
  return { ...ranked(list, list.length, asking.segment.head.names, most), check: areToldWhole(tokens) ? null : check };
}

/** Names that begin with the tokens, the last of which may go on unless `isAll`. */
function leading({ segment, query, places }: Asking, initials: Initials, most: number, check: Check, isAll = true): Candidates {
  const last = query.tokens.length - 1;
  const stretches = places.map(({ start, exactEnd, end }, at) => ({ start, end: at < last || isAll ? exactEnd : end }));
  if (stretches.some(({ start, end }) => start === end)) return NO_CANDIDATES;
  const rarest = rarestOf(stretches);
  initials.ask(tokensByInitials(query.tokens, isAll ? last + 1 : last), last + 1);
  const size = segment.decode(stretches[rarest]!.start, stretches[rarest]!.end);
  const { names, codes } = found;
  let left = 0;
  for (let at = 0; at < size; at++) {
    if (codes[at]! >>> 1 !== rarest) continue;
    const words = initials.wordsWhereLeading(names[at]!);
    if (words > 0 && (!isAll || words === last + 1)) names[left++] = names[at]!;
  }
  return { ...ranked(names, left, segment.head.names, most), check };
}

/** The first letters of the words tell all there is to know. */
function areToldWhole(tokens: readonly string[]): boolean {
  return tokens.every(({ length }) => length <= LETTERS_TOLD);
}

/** About how often each token begins a word. */
function countsOf({ places }: Asking): number[] {
  return places.map(({ start, end }) => (end - start) / BYTES_OF_A_WORD);
}

/** About which part of the names have words that begin with all tokens. */
function shareHaving({ segment }: Asking, counts: readonly number[]): number {
  return counts.reduce((product, count) => product * Math.min(1, count / segment.head.names), 1);
}

/** Whether there are so many names with the tokens that some are sooner met than all of the rarest token looked at. */
function areManySurely(asking: Asking, most: number): boolean {
  if (!areToldWhole(asking.query.tokens)) return false;
  const { names, main_names: main } = asking.segment.head;
  const counts = countsOf(asking);
  return Math.min(names, main + asking.enoughOf(most) / shareHaving(asking, counts)) < Math.min(...counts) * GONE_THROUGH;
}

/** Names in their order, until there are enough. */
function goneThrough(asking: Asking, initials: Initials, isOrdered: boolean, most: number): Candidates {
  const { names, main_names: main } = asking.segment.head;
  const rarest = asking.query.tokens[rarestOf(asking.places)]!;
  const wanted = Math.min(most, names);
  if (scanned.length < wanted) scanned = new Uint32Array(wanted * 2);
  const mainEnd = initials.scan(0, main, isOrdered, rarest, scanned, 0, wanted);
  const enough = Math.min(wanted, mainEnd + asking.enoughOf(most));
  const size = initials.scan(main, names, isOrdered, rarest, scanned, mainEnd, enough);
  return inOrder(scanned, size, size === enough && size < names, null);
}

/** What was picked of the names in which a word begins with the rarest token: two classes ask for it. */
const picking = new WeakMap<Asking, Picked>();

/** The same among the names in which a word begins with the rarest token. */
function pickedFrom(asking: Asking, initials: Initials, rarest: number, isOrdered: boolean, most: number): Candidates {
  const { tokens } = asking.query;
  let picked = picking.get(asking);
  if (picked === undefined) picking.set(asking, (picked = pickingFrom(asking, rarest)));
  const { names, having } = picked;
  const other = tokens[1 - rarest]!;
  const mainEnd = firstNotBefore(names, asking.segment.head.main_names, 0);
  initials.pick(picked, other, mainEnd, isOrdered, most);
  if (picked.at >= mainEnd) {
    const mainHaving = firstNotBefore(having.subarray(0, picked.size), asking.segment.head.main_names, 0);
    const main = isOrdered ? countInOrder(initials, having, mainHaving) : mainHaving;
    initials.pick(picked, other, names.length, isOrdered, Math.min(most, main + asking.enoughOf(most)));
  }
  const isCut = picked.at < names.length;
  const check: Check = isOrdered ? (name) => hasInOrder(name, tokens) : (name) => hasAll(name, tokens);
  const needed = areToldWhole(tokens) ? null : check;
  if (!isOrdered) return inOrder(having, picked.size, isCut, needed);
  if (scanned.length < picked.ordered) scanned = new Uint32Array(picked.ordered * 2);
  let size = 0;
  for (let at = 0; at < picked.size; at++) if (initials.areInOrder(having[at]!)) scanned[size++] = having[at]!;
  return inOrder(scanned, size, isCut, needed);
}

function pickingFrom({ segment, places }: Asking, rarest: number): Picked {
  const { start, end } = places[rarest]!;
  const size = segment.decode(start, end);
  const all = ranked(found.names, size, segment.head.names, Infinity);
  const names = Uint32Array.from(all.names.slice(0, all.size));
  return { names, at: 0, having: new Uint32Array(names.length), size: 0, ordered: 0 };
}

function countInOrder(initials: Initials, names: Uint32Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (initials.areInOrder(names[at]!)) count++;
  return count;
}

/** The last answers: two classes ask for them. */
const having = new WeakMap<Asking, Uint32Array>();

/** The names in which words begin with all tokens, as far as the first letters tell. */
function namesHaving(asking: Asking, initials: Initials, most: number): Uint32Array {
  const { segment, query, places } = asking;
  const rarest = rarestOf(places);
  const { start, end } = places[rarest]!;
  // Where they are too few, the names that hold the letters anywhere are looked for too, and these are among them.
  const isSpared = end - start > shortestList(segment, query.tokens) && shareHaving(asking, countsOf(asking)) * segment.head.names < most;
  const all = isSpared ? namesWithParts(asking, Infinity).names.slice() : found.names.slice(0, segment.decode(start, end));
  let names = all.subarray(0, initials.keepAll(all, all.length));
  for (const [at, token] of query.tokens.entries()) {
    if (names.length <= FEW_NAMES || token.length <= LETTERS_TOLD || (at === rarest && !isSpared)) continue;
    names = namesAmong(segment, places[at]!, names);
  }
  return names;
}

/** The place of the shortest. */
function rarestOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((best, { start, end }, at) => (end - start < stretches[best]!.end - stretches[best]!.start ? at : best), 0);
}
