import type { Asking } from './asking.ts';
import { namesAmong } from './numbered.ts';
import { keepHolding } from './trigrams.ts';

/** Names that may be looked at one by one. */
const FEW = 64;

/** The last answers: several classes may ask for them. */
const known = new WeakMap<Asking, Uint32Array>();

/**
 * The names, each once, that hold the groups of three letters of every token that has them. Where these are many, they also have words that
 * begin with the other tokens.
 */
export function namesWithParts(asking: Asking): Uint32Array {
  let names = known.get(asking);
  if (names === undefined) {
    const long = asking.query.tokens.filter((token) => token.length >= 3);
    names = keepHolding(asking.segment, long, Infinity).names;
    // What is left is looked at name by name anyway; before that many are too many.
    if (names.length > FEW) names = keepBeginning(asking, names);
    known.set(asking, names);
  }
  return names;
}

/** Those of the names that have words that begin with the tokens of one and two letters. */
function keepBeginning({ segment, query: { tokens }, tokensByInitials }: Asking, names: Uint32Array): Uint32Array {
  const { initials } = segment;
  if (initials !== null) {
    const short = tokens.reduce((bits, { length }, at) => (length < 3 ? bits | (1 << at) : bits), 0);
    initials.ask(tokensByInitials, tokens.length);
    return names.slice(0, initials.keepAll(names, names.length, short));
  }
  let kept = names;
  for (const token of tokens) if (token.length < 3) kept = namesAmong(segment, segment.words.places(token), kept);
  return kept;
}
