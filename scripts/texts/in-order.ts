import { pluralBase, pluralBaseIn, type Tree } from './catalogue.ts';

/** The texts of a language in the order of the English ones, without those that English lacks. */
export function orderLikeEnglish(english: Tree, texts: Tree): Tree {
  const ordered: Tree = {};
  for (const [key, text] of Object.entries(english)) {
    const base = pluralBaseIn(key, (other) => other in english);
    for (const own of base === null ? [key] : Object.keys(texts).filter((other) => pluralBase(other) === base)) {
      const value = texts[own];
      if (typeof value === 'string' && typeof text === 'string') ordered[own] = value;
      else if (typeof value === 'object' && typeof text === 'object') {
        const group = orderLikeEnglish(text, value);
        if (Object.keys(group).length > 0) ordered[own] = group;
      }
    }
  }
  return ordered;
}
