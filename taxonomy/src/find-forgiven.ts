import { type Candidates, fromList } from './find.ts';
import { emptyBytes } from './marks.ts';
import type { Query } from './query.ts';
import { found, type Places, type Segment } from './segment.ts';

interface Stretch {
  start: number;
  end: number;
}

/**
 * Slips in the first letters of a token are looked up one by one, those further on are found by reading all words that
 * begin like it: these are few by then.
 */
const LOOKED_UP = 3;

/** With one slip of the fingers in one token of four letters or more; with `whole` that token is a whole word. */
export function findForgiven(segment: Segment, { tokens }: Query, whole: boolean, forgivenFrom: number): Candidates {
  const places = tokens.map((token) => segment.places(token));
  const all: number[] = [];
  for (const [slipped, token] of tokens.entries()) {
    if (token.length < forgivenFrom) continue;
    if (places.some(({ start, end }, at) => at !== slipped && start === end)) continue;
    const meant = slips(segment, token, whole);
    if (meant.length === 0) continue;
    const steps = places.map((place, at) => (at === slipped ? meant : [place]));
    takeInOrder(segment, steps, all);
  }
  return fromList(all, segment.head.names, Infinity);
}

/** The names in which words can be chosen in order, each from its own places; some perhaps several times. */
function takeInOrder(segment: Segment, steps: readonly (readonly Stretch[])[], into: number[]): void {
  const { names } = segment.head;
  const last = steps.length - 1;
  // Of each name the earliest place at which the step before could be met, counted from 1.
  let before = last === 0 ? NO_MARKS : emptyBytes(0, names);
  let now = last === 0 ? NO_MARKS : emptyBytes(1, names);
  for (const [step, places] of steps.entries()) {
    if (step > 1) now.fill(0, 0, names);
    let left = 0;
    for (const { start, end } of places) {
      const size = segment.decode(start, end);
      for (let index = 0; index < size; index++) {
        const name = found.names[index]!;
        const place = (found.codes[index]! >>> 1) + 1;
        if (step > 0 && (before[name] === 0 || place <= before[name]!)) continue;
        if (step === last) into.push(name);
        else if (now[name] === 0 || now[name]! > place) now[name] = place;
        left++;
      }
    }
    if (left === 0) return;
    [before, now] = [now, before];
  }
}

const NO_MARKS = new Uint8Array();

/** Where the words stand that differ from a token by one letter: wrong, missing, too many, or two neighbours swapped. */
function slips(segment: Segment, token: string, whole: boolean): Stretch[] {
  const stretches = new Map<number, number>();
  const own = segment.places(token);
  const add = (word: string) => {
    if (word === token) return;
    const { start, exactEnd, end } = segment.places(word);
    if (whole) {
      if (exactEnd > start) keepLonger(stretches, start, exactEnd);
      return;
    }
    // Words that begin with the token itself have no slip.
    if (own.end > own.start && start < own.end && end > own.start) {
      if (start < own.start) keepLonger(stretches, start, own.start);
      if (end > own.end) keepLonger(stretches, own.end, end);
    } else if (end > start) keepLonger(stretches, start, end);
  };
  for (let at = 0; at < LOOKED_UP; at++) {
    const before = token.slice(0, at);
    // No word begins like this: a slip further on does not mend it.
    if (at > 0 && isNowhere(segment.places(before))) break;
    const rest = token.slice(at);
    const restAfter = token.slice(at + 1);
    add(before + restAfter);
    add(before + (token[at + 1] ?? '') + (token[at] ?? '') + token.slice(at + 2));
    for (let code = 97; code < 123; code++) {
      const start = before + String.fromCharCode(code);
      if (isNowhere(segment.places(start))) continue;
      add(start + restAfter);
      add(start + rest);
    }
  }
  segment.eachWord(token.slice(0, LOOKED_UP), (letters, length, start, end) => {
    if (isSlip(letters, length, token, whole)) keepLonger(stretches, start, end);
  });
  return joinedStretches(stretches);
}

/**
 * Whether a word, or with `whole` false its beginning, is a token but for one slip. It is enough to look at the first
 * letter in which they differ: a letter too many in a row of the same ones may be any of them.
 */
function isSlip(letters: Uint8Array, length: number, token: string, whole: boolean): boolean {
  let same = 0;
  while (same < length && same < token.length && letters[same] === token.charCodeAt(same)) same++;
  if (same === token.length) return whole && length === token.length + 1;
  const goesOn = (inWord: number, inToken: number) => {
    const left = token.length - inToken;
    if (whole ? length - inWord !== left : length - inWord < left) return false;
    for (let at = 0; at < left; at++) if (letters[inWord + at] !== token.charCodeAt(inToken + at)) return false;
    return true;
  };
  return (
    goesOn(same, same + 1) ||
    (same < length && (goesOn(same + 1, same + 1) || goesOn(same + 1, same))) ||
    (same + 1 < length &&
      same + 1 < token.length &&
      letters[same] === token.charCodeAt(same + 1) &&
      letters[same + 1] === token.charCodeAt(same) &&
      goesOn(same + 2, same + 2))
  );
}

function keepLonger(stretches: Map<number, number>, start: number, end: number): void {
  stretches.set(start, Math.max(stretches.get(start) ?? 0, end));
}

/** In order, those that touch or overlap as one. */
function joinedStretches(stretches: ReadonlyMap<number, number>): Stretch[] {
  const joined: Stretch[] = [];
  for (const [start, end] of [...stretches].toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function isNowhere({ start, end }: Places): boolean {
  return start === end;
}
