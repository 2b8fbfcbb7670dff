import type { Asking } from './query-plan.ts';
import { namesAmong } from './name-slots.ts';
import { type Holding, keepHolding } from './trigram-intersection.ts';

/** Names that may be looked at one by one. */
const FEW = 64;

/** The last answers: several classes may ask for them. */
const known = new WeakMap<Asking, Holding & { most: number }>();

/**
 * The first names, up to `most` or some more and each once, that hold the groups of three letters of every token that has them. Where
 * these are many, they also have words that begin with the other tokens.
 */
export function namesWithParts(asking: Asking, most: number): Holding {
  const before = known.get(asking);
  if (before !== undefined && (!before.isCut || before.most >= most)) return before;
  const found = { ...withParts(asking, most), most };
  known.set(asking, found);
  return found;
}

function withParts(asking: Asking, most: number): Holding {
  const { segment, query, tokensByInitials } = asking;
  const { initials } = segment;
  const { tokens } = query;
  const long = tokens.filter((token) => token.length >= 3);
  if (initials === null) {
    const { names } = keepHolding(segment, long, Infinity);
    // What is left is looked at name by name anyway; before that many are too many.
    return { names: names.length > FEW ? keepBeginning(asking, names) : names, isCut: false };
  }
  if (long.length === tokens.length) return keepHolding(segment, long, most, asking.enoughOf(most));
  const short = tokens.reduce((bits, { length }, at) => (length < 3 ? bits | (1 << at) : bits), 0);
  initials.ask(tokensByInitials, tokens.length);
  return keepHolding(segment, long, most, asking.enoughOf(most), (names, size) => initials.keepAll(names, size, short));
}

/** Those of the names that have words that begin with the tokens of one and two letters. */
function keepBeginning({ segment, query: { tokens } }: Asking, names: Uint32Array): Uint32Array {
  let kept = names;
  for (const token of tokens) if (token.length < 3) kept = namesAmong(segment, segment.words.places(token), kept);
  return kept;
}
