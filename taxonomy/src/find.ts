import { TOP_KEPT } from './top-lists.ts';
import { bitsToNames, emptyBits, emptyBytes, inEither } from './marks.ts';
import { beginsWords, holdsParts, runsOnFromWord } from './match.ts';
import { type Query } from './query.ts';
import { found, type Segment } from './segment.ts';

/** Names of a segment that answer in one class, the best first. */
export interface Candidates {
  names: Uint32Array;
  /** There are more than these. */
  isCut: boolean;
  /** Where the index alone does not decide: whether a folded name does answer. */
  check: ((name: string) => boolean) | null;
}

/** `most`: how many names are of use; more may be given. */
type Find = (segment: Segment, query: Query, most: number) => Candidates;

/** A list of best names that is shorter than this is all there are. */
const TOP_IS_ALL = TOP_KEPT;
const NONE: Candidates = { names: new Uint32Array(), isCut: false, check: null };
/** Texts of more letters are not cut into beginnings of several words. */
export const MOST_JOINED_PARTS = 40;

export const findExact: Find = (segment, query, most) =>
  query.tokens.length > 1 ? findWords(segment, query, most).exact : findOneWord(segment, query.tokens[0] ?? '', most, true);

export const findNamePrefix: Find = (segment, query, most) => {
  const { tokens } = query;
  const [token = ''] = tokens;
  if (tokens.length === 1 && token.length <= 3) {
    const top = segment.top(token, true);
    if (top !== null && (top.length >= most || top.length < TOP_IS_ALL))
      return { names: top, isCut: top.length >= TOP_IS_ALL, check: null };
  }
  return tokens.length > 1 ? findWords(segment, query, most).prefix : findOneWord(segment, token, most, false);
};

/** Names that begin with a word; with `whole` nothing follows. */
function findOneWord(segment: Segment, token: string, most: number, whole: boolean): Candidates {
  const { names } = segment.head;
  const { start, exactEnd, end } = segment.places(token);
  if (start === end || (whole && start === exactEnd)) return NONE;
  const size = segment.decode(start, whole ? exactEnd : end);
  const { codes, names: list } = found;
  let left = 0;
  for (let index = 0; index < size; index++) {
    const code = codes[index]!;
    if (whole ? code === ONLY_WORD : code <= ONLY_WORD) list[left++] = list[index]!;
  }
  return fromList(list.subarray(0, left), names, most);
}

/** The code of a word that is the whole name: at its beginning, and the last one. */
const ONLY_WORD = 1;

export const findWordsInOrder: Find = (segment, query, most) => (query.tokens.length < 2 ? NONE : findWords(segment, query, most).inOrder);

interface WordCandidates {
  exact: Candidates;
  prefix: Candidates;
  inOrder: Candidates;
  anyOrder: Candidates;
}

const NO_WORDS: WordCandidates = { exact: NONE, prefix: NONE, inOrder: NONE, anyOrder: NONE };
/** The last answer for each segment: four classes are found in one walk. */
const lastWords = new WeakMap<Segment, { query: Query; most: number; words: WordCandidates }>();

/** The names whose words begin with each of several tokens, in the four classes that ask for that. */
function findWords(segment: Segment, query: Query, most: number): WordCandidates {
  const last = lastWords.get(segment);
  if (last !== undefined && last.query === query && last.most >= most) return last.words;
  const words = walkWords(segment, query.tokens, most);
  lastWords.set(segment, { query, most, words });
  return words;
}

function walkWords(segment: Segment, tokens: readonly string[], most: number): WordCandidates {
  const { names } = segment.head;
  const places = tokens.map((token) => segment.places(token));
  if (places.some(({ start, end }) => start === end)) return NO_WORDS;
  // Of each name, how many tokens began some word of it; and how many were its first words, whole.
  const any = emptyBytes(0, names);
  const leading = emptyBytes(1, names);
  // The earliest place at which the tokens so far could be met in order, counted from 1.
  let before = emptyBytes(2, names);
  let now = emptyBytes(3, names);
  const isLeading = places.map(({ start, exactEnd }, at) => at === tokens.length - 1 || exactEnd > start).every(Boolean);
  const exact: number[] = [];
  const prefix: number[] = [];
  const inOrder: number[] = [];
  const anyOrder: number[] = [];
  const lastStep = tokens.length - 1;
  for (const [step, { start, exactEnd, end }] of places.entries()) {
    if (step > 1) now.fill(0, 0, names);
    for (const isWhole of [true, false]) {
      const size = isWhole ? segment.decode(start, exactEnd) : segment.decode(exactEnd, end);
      const nameList = found.names;
      const codes = found.codes;
      for (let index = 0; index < size; index++) {
        const name = nameList[index]!;
        if (any[name]! < step) continue;
        const code = codes[index]!;
        const place = code >>> 1;
        if (isLeading && place === step && leading[name] === step) {
          if (step < lastStep) {
            if (isWhole) leading[name] = step + 1;
          } else {
            prefix.push(name);
            if (isWhole && (code & 1) === 1) exact.push(name);
          }
        }
        if (step === 0 || (before[name] !== 0 && place + 1 > before[name]!)) {
          if (step === lastStep) inOrder.push(name);
          else if (now[name] === 0 || now[name]! > place + 1) now[name] = place + 1;
        }
        if (any[name] === step) {
          any[name] = step + 1;
          if (step === lastStep) anyOrder.push(name);
        }
      }
    }
    [before, now] = [now, before];
  }
  const ranked = (list: number[]) => fromList(list, names, most);
  return { exact: ranked(exact), prefix: ranked(prefix), inOrder: ranked(inOrder), anyOrder: ranked(anyOrder) };
}

export const findJoined: Find = (segment, query) => {
  const { tokens, joined } = query;
  if (joined.length < 3) return NONE;
  const isOneWord = tokens.length === 1;
  let candidates = new Uint32Array();
  let holding: Uint32Array | null = null;
  // The first word of the name that the letters run through, and how much of the text it takes.
  for (let length = 1; length <= joined.length; length++) {
    const isAll = length === joined.length;
    if (isAll && isOneWord) break;
    const { start, exactEnd, end } = segment.places(joined.slice(0, length));
    if (start === end) break;
    if (exactEnd === start && !isAll) continue;
    holding ??= namesHoldingAll(segment, query);
    if (holding.length === 0) return NONE;
    const size = segment.decode(start, isAll ? end : exactEnd);
    const set = emptyBits(segment.head.names);
    for (let index = 0; index < size; index++) set[found.names[index]! >>> 5]! |= 1 << (found.names[index]! & 31);
    candidates = inEither(
      candidates,
      holding.filter((name) => (set[name >>> 5]! >>> (name & 31)) & 1),
    ) as Uint32Array<ArrayBuffer>;
  }
  if (candidates.length === 0) return NONE;
  // One word running on from a word's beginning is that word's beginning, which has its own class.
  const check = (name: string) => runsOnFromWord(name, joined) && !(isOneWord && beginsWords(name, tokens));
  return { names: candidates, isCut: false, check };
};

export const findJoinedParts: Find = (segment, { joined }, most) => {
  const { length } = joined;
  if (length < 6 || length > MOST_JOINED_PARTS) return NONE;
  const { names } = segment.head;
  // Of each name, the latest place (counted from 1) from which words in order can make up the rest of the letters.
  const rests: (Uint8Array | null)[] = [];
  let kept = 2;
  for (let from = length - 3; from >= 3; from--) {
    rests[from] = null;
    for (let to = length; to >= from + 3; to = to === length ? length - 3 : to - 1) {
      const after = to === length ? null : (rests[to] ?? null);
      if (to !== length && after === null) continue;
      const { start, end } = segment.places(joined.slice(from, to));
      if (start === end) continue;
      const size = segment.decode(start, end);
      for (let index = 0; index < size; index++) {
        const name = found.names[index]!;
        const place = (found.codes[index]! >>> 1) + 1;
        if (after !== null && place >= after[name]!) continue;
        const rest = (rests[from] ??= emptyBytes(kept++, names));
        if (rest[name]! < place) rest[name] = place;
      }
    }
  }
  const set = emptyBits(names);
  for (let to = 3; to <= length - 3; to++) {
    const rest = rests[to];
    if (rest === null || rest === undefined) continue;
    const { start, end } = segment.places(joined.slice(0, to));
    const size = segment.decode(start, end);
    for (let index = 0; index < size; index++) {
      const name = found.names[index]!;
      if ((found.codes[index]! >>> 1) + 1 < rest[name]!) set[name >>> 5]! |= 1 << (name & 31);
    }
  }
  return fromBits(set, names, most);
};

export const findWordPrefix: Find = (segment, query, most) => {
  const { tokens } = query;
  const [token = ''] = tokens;
  if (tokens.length > 1) return findWords(segment, query, most).anyOrder;
  if (token.length <= 3) {
    const top = segment.top(token, false);
    if (top !== null && (top.length >= most || top.length < TOP_IS_ALL))
      return { names: top, isCut: top.length >= TOP_IS_ALL, check: null };
  }
  const { start, end } = segment.places(token);
  const size = segment.decode(start, end);
  return fromList(found.names.subarray(0, size), segment.head.names, most);
};

/** The names in which each token begins a word. */
function namesBeginning(segment: Segment, tokens: readonly string[]): Uint32Array {
  const { names } = segment.head;
  const places = tokens.map((token) => segment.places(token)).toSorted((a, b) => a.end - a.start - (b.end - b.start));
  if (places.some(({ start, end }) => start === end)) return emptyBits(names);
  const marks = tokens.length === 1 ? null : emptyBytes(0, names);
  const last = places.length - 1;
  for (let at = 0; at < last && marks !== null; at++) {
    const size = segment.decode(places[at]!.start, places[at]!.end);
    for (let index = 0; index < size; index++) {
      const name = found.names[index]!;
      if (marks[name] === at) marks[name] = at + 1;
    }
  }
  const size = segment.decode(places[last]?.start ?? 0, places[last]?.end ?? 0);
  const set = emptyBits(names);
  for (let index = 0; index < size; index++) {
    const name = found.names[index]!;
    if (marks === null || marks[name] === last) set[name >>> 5]! |= 1 << (name & 31);
  }
  return set;
}

export const findPart: Find = (segment, query) => {
  const { tokens, joined } = query;
  if (joined.length < 3) return NONE;
  const holding = namesHoldingAll(segment, query);
  const runsOn = (name: string) => name.replaceAll(' ', '').includes(joined);
  if (tokens.length === 1) return { names: holding, isCut: false, check: joined.length === 3 ? null : runsOn };
  const long = tokens.filter((token) => token.length >= 3);
  if (long.length === 0) return { names: holding, isCut: false, check: joined.length === 3 ? null : runsOn };
  let apart = namesHolding(segment, long);
  const short = tokens.filter((token) => token.length < 3);
  if (apart.length > 0 && short.length > 0) {
    const set = namesBeginning(segment, short);
    apart = apart.filter((name) => (set[name >>> 5]! >>> (name & 31)) & 1);
  }
  return { names: inEither(holding, apart), isCut: false, check: (name) => runsOn(name) || holdsParts(name, tokens) };
};

/** The last answer for each segment: two classes ask for it. */
const lastHolding = new WeakMap<Segment, { query: Query; names: Uint32Array }>();

function namesHoldingAll(segment: Segment, query: Query): Uint32Array {
  const last = lastHolding.get(segment);
  if (last?.query === query) return last.names;
  const names = namesHolding(segment, [query.joined]);
  lastHolding.set(segment, { query, names });
  return names;
}

/** How many lists of three letters are compared; what passes them is nearly always right, and is checked besides. */
const LISTS_COMPARED = 5;

/** The names that hold all groups of three letters of these texts. */
function namesHolding(segment: Segment, texts: readonly string[]): Uint32Array {
  const codes = new Set<number>();
  for (const text of texts) {
    for (let at = 0; at + 2 < text.length; at++) {
      codes.add((text.charCodeAt(at) - 97) * 676 + (text.charCodeAt(at + 1) - 97) * 26 + text.charCodeAt(at + 2) - 97);
    }
  }
  const order = [...codes].toSorted((a, b) => segment.trigramLength(a) - segment.trigramLength(b));
  const [rarest = 0, ...others] = order;
  if (segment.trigramLength(rarest) === 0) return NONE.names;
  let size = segment.trigramNames(rarest);
  for (const code of others.slice(0, LISTS_COMPARED - 1)) {
    if (size < FEW) break;
    size = segment.keepTrigram(code, size);
  }
  return found.names.slice(0, size);
}

/** Names that are looked at one by one rather than compared with another list. */
const FEW = 8;

function fromBits(set: Uint32Array, names: number, most: number): Candidates {
  const list = bitsToNames(set, names, most);
  return { names: list, isCut: list.length >= most, check: null };
}

/** So many are sorted rather than marked among all names. */
const SORTED = 300;

/** Names in any order, perhaps several times each. */
export function fromList(list: ArrayLike<number>, names: number, most: number): Candidates {
  if (list.length === 0) return NONE;
  if (list.length <= SORTED) {
    const sorted = Uint32Array.from(list).sort();
    let size = 0;
    for (const name of sorted) if (size === 0 || sorted[size - 1] !== name) sorted[size++] = name;
    return { names: sorted.subarray(0, size), isCut: false, check: null };
  }
  const set = emptyBits(names);
  for (let index = 0; index < list.length; index++) set[list[index]! >>> 5]! |= 1 << (list[index]! & 31);
  return fromBits(set, names, most);
}
