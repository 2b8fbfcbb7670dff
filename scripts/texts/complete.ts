import { needsNoCount, pluralBaseIn, pluralCategories, type Tree } from './catalogue.ts';

/**
 * The texts of a namespace in a language, with the English text wherever the language has none. Each plural has all forms that the
 * language asks for. Texts that English lacks are left out.
 */
export function complete(language: string, english: Tree, texts: Tree | null): Tree {
  const whole: Tree = {};
  for (const [key, text] of Object.entries(english)) {
    const own = texts?.[key];
    const base = typeof text === 'string' ? pluralBaseIn(key, (other) => other in english) : null;
    if (typeof text !== 'string') whole[key] = complete(language, text, typeof own === 'object' ? own : null);
    else if (base === null) whole[key] = typeof own === 'string' ? own : text;
    else Object.assign(whole, completePlural(language, base, english, texts ?? {}));
  }
  return whole;
}

function completePlural(language: string, base: string, english: Tree, texts: Tree): Tree {
  const own = texts[`${base}_other`];
  const source = own === undefined ? english : texts;
  const forms: Tree = {};
  const zero = source[`${base}_zero`];
  if (zero !== undefined) forms[`${base}_zero`] = zero;
  for (const category of pluralCategories(language)) {
    const key = `${base}_${category}`;
    const form = texts[key] ?? source[key];
    const isFit = form !== undefined && (source === texts || category !== 'one' || holdsForOne(language, base, english));
    const text = isFit ? form : source[`${base}_other`];
    if (text !== undefined) forms[key] = text;
  }
  return forms;
}

/** Whether the English form for 1 can be shown for all numbers that the language counts as one: some count 0 so too. */
function holdsForOne(language: string, base: string, english: Tree): boolean {
  return needsNoCount(language, `${base}_one`) || String(english[`${base}_one`]).includes('{{count}}');
}
