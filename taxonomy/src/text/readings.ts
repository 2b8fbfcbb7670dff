import { fold, foldWords } from './fold.ts';
import { baseForms, type Grammar, findGrammar } from './grammar.ts';
import { MAX_TEXT, type LetterScope, type Query, parseQuery, queryOfTokens } from './query.ts';
import { itemAt } from '../elements.ts';

// What a text may mean besides its letters: decision 0022. The readings are tried class by class, in their order.

/** Words that say how certain a name is, or of what kind, but are no part of it. With a dot or without. */
const QUALIFIERS = new Set('sp spp spec cf aff agg nr ssp subsp subspec indet sensu auct auctt ined emend nov x'.split(' '));
/** The same, but also words or prefixes of words: only with a dot. */
const DOTTED_QUALIFIERS = new Set('var f fo forma s l lat str stricto lato gr group coll ab n comb gen nom nud subg sect'.split(' '));
/**
 * A subgenus between a genus and an epithet, in brackets or after its rank: `Bombus (Pyrobombus) vagans`. It is no part of the name of
 * a species, and lists differ in whether they write it (ICZN art. 6.1). An author in the same place has no epithet after it.
 */
const SUBGENUS =
  /(?<=^\s*(?:cf\.?\s+|aff\.?\s+)?\p{L}[\p{L}\p{M}-]*(?:\.|\s+(?:cf|aff)\.)?\s*)(?:\(\p{L}[\p{L}\p{M}-]{2,}\)|\s(?:sub)?g(?:en)?\.\s+\p{Lu}[\p{Ll}\p{M}-]+\s)\s*(?=(\p{Ll}[\p{Ll}\p{M}-]*))/u;
/** Words of a citation of authors. */
const BETWEEN_AUTHORS = new Set('et ex and in non von van de du der le la'.split(' '));

const DIGIT = /\d/;
const YEAR = /(?<!\d)(?:17|18|19|20)\d\d(?!\d)/;
const NUMBER = /(?<!\d)\d{1,2}(?!\d)/;
/** `l'ortie`, `d’Europe`: the article or preposition, at the beginning. */
const ELIDED = /^\s*[ldn]['’](?=\p{L})/iu;
/** `robin's`: no plural, but often written as one. */
const POSSESSIVE = /(?<=\p{L})['’]s$/iu;
const VOWEL = /[aeiouy]/;
/** Nothing but words, so no authors and no abbreviations with a dot. */
const ONLY_WORDS = /^[\p{L}\p{M}\s]+$/u;

/** Words have at most this many letters to be initials. */
const MAX_INITIALS = 5;
const MAX_INITIAL_WORDS = 6;
/** Plurals are looked for in texts of at most this many words. */
const MAX_INFLECTED = 4;

/** What the readings need of a language and of English, whose names are searched with it. */
interface Rules {
  grammars: readonly [Grammar, ...Grammar[]];
  ranks: ReadonlySet<string>;
  articles: ReadonlySet<string>;
  additions: readonly string[];
  /** Words that are no part of the name meant, if the text has others: additions, little words, counts and places. */
  aside: ReadonlySet<string>;
  abbreviations: ReadonlyMap<string, string>;
}

const rulesByLanguage = new Map<string, Rules>();

function rulesOf(language: string): Rules {
  let rules = rulesByLanguage.get(language);
  if (rules === undefined) {
    const grammars: Rules['grammars'] = language === 'en' ? [findGrammar('en')] : [findGrammar(language), findGrammar('en')];
    rules = {
      grammars,
      ranks: new Set(grammars.flatMap(({ ranks }) => ranks)),
      articles: new Set(grammars[0].articles),
      additions: grammars.flatMap(({ additions }) => additions),
      aside: new Set(grammars.flatMap(({ additions, fillers, numbers, articles }) => [...additions, ...fillers, ...numbers, ...articles])),
      abbreviations: new Map(grammars.toReversed().flatMap(({ abbreviations }) => [...abbreviations])),
    };
    rulesByLanguage.set(language, rules);
  }
  return rules;
}

/**
 * The readings of a text, the text as typed first. The others are: as it may be spelled in full, without what is no part of a name
 * (authors, years, qualifiers, ranks, an article), with numbers as words, singular instead of plural, and as initials.
 */
export function listReadings(text: string, language: string): Query[] {
  const rules = rulesOf(language);
  const { grammars } = rules;
  const short = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  const typed = foldWords(short);
  const readings: Query[] = [];
  if (typed.length === 0) return readings;
  const add = (tokens: readonly string[], scope: Query['scope'] = 'all', digits = '') => {
    if (readings.some((known) => known.scope === scope && known.digits === digits && areEqual(known.tokens, tokens))) return;
    const query = queryOfTokens(tokens, grammars[0], scope, digits);
    if (query.tokens.length > 0) readings.push(query);
  };
  const number = !DIGIT.test(short) || YEAR.test(short) ? undefined : NUMBER.exec(short)?.[0];
  if (number === undefined) add(typed);
  else {
    add(typed, 'all', number);
    for (const { numbers } of grammars) {
      const word = numbers[Number(number) - 1];
      if (word !== undefined) add(foldWords(short.replace(NUMBER, ` ${word} `)));
    }
  }
  // A text that is too long, in all readings.
  if (readings.length === 0) return readings;
  const full = spelledOut(typed, rules);
  if (full !== null) add(full, 'spelled', number);
  const { tokens: meant, isUncertain } = understood(short, typed, rules);
  add(meant, isUncertain ? 'shortened' : 'all', number);
  if (meant.length <= MAX_INFLECTED) for (const tokens of inflected(meant, grammars)) add(tokens, 'inflected', number);
  for (const [parts, scope] of lettersOfWords(short, typed)) add(parts, scope);
  return readings;
}

/** A vowel with an e that may stand for an umlaut: not the one of `Blaue` or `Quelle`. */
const UMLAUT = /(?<![aeiouq])([aou])e/g;

/** With umlauts and abbreviations as names have them; null if that changes nothing. */
function spelledOut(tokens: readonly string[], { grammars: [{ spellsUmlauts }], abbreviations }: Rules): string[] | null {
  if (tokens.length === 1 && !spellsUmlauts) return null;
  let isChanged = false;
  const full = tokens.map((token) => {
    const word = (tokens.length > 1 ? abbreviations.get(token) : undefined) ?? (spellsUmlauts ? token.replace(UMLAUT, '$1') : token);
    isChanged ||= word !== token;
    return word;
  });
  return isChanged ? full : null;
}

/**
 * Codes of bird ringers have four letters: HOSP for House Sparrow, BCCH for Black-capped Chickadee, EAWP for Eastern Wood-Pewee. Others
 * have six: `turmer` for Turdus merula.
 */
const RINGERS_CODE = /^\s*[a-z]{4}\s*$/i;
const SIX_LETTER_CODE = /^\s*[a-z]{6}\s*$/i;

const NO_LETTERS: never[] = [];

/** The text taken apart into letters with which the words of a name begin. */
function lettersOfWords(text: string, typed: readonly string[]): [parts: string[], scope: LetterScope][] {
  const letters = initials(typed);
  if (letters !== null) return [[letters, 'initials']];
  const [word = ''] = typed;
  if (typed.length > 1 || word.length < 4 || word.length > 6) return NO_LETTERS;
  const part = (...ends: number[]) => ends.map((end, at) => word.slice(ends[at - 1] ?? 0, end));
  if (SIX_LETTER_CODE.test(text)) return [[part(3, 6), 'initials']];
  if (!RINGERS_CODE.test(text)) return NO_LETTERS;
  const scope = text === text.toUpperCase() ? 'code' : 'possible_code';
  return [part(2, 4), part(1, 2, 4), part(2, 3, 4)].map((parts) => [parts, scope]);
}

/** Only the text as typed. */
export function literalReadings(text: string, language: string): Query[] {
  const query = parseQuery(text, findGrammar(language));
  return query.tokens.length === 0 ? [] : [query];
}

/** With more words, only the rarest is tried alone. */
const MAX_SHORTENED = 6;

/**
 * What remains of a text without some of its words, the best first. `sizes`: how much the index has for each word; it has nothing
 * for unknown ones, and little for rare ones, which say most.
 */
export function shorterTexts(tokens: readonly string[], sizes: readonly number[]): string[][] {
  const isKnownAt = (_: string, at: number) => itemAt(sizes, at) > 0;
  const known = tokens.filter(isKnownAt);
  const isKnown = known.length === tokens.length;
  if (tokens.length < 2 || known.length === 0) return [];
  const texts: string[][] = isKnown ? [] : [known];
  const order = knownByRarity(tokens, sizes);
  if (known.length > 2 && known.length <= MAX_SHORTENED) {
    for (const dropped of order.toReversed()) texts.push(tokens.filter((_, at) => at !== dropped && isKnownAt(_, at)));
  }
  if (known.length > 1) texts.push([itemAt(tokens, itemAt(order, 0))]);
  return texts;
}

/** The words that the index has, the rarest first. */
export function rarestFirst(tokens: readonly string[], sizes: readonly number[]): string[] {
  return knownByRarity(tokens, sizes).map((at) => itemAt(tokens, at));
}

/** Where the known words are, the rarest first; of equally rare ones the earlier. */
function knownByRarity(tokens: readonly string[], sizes: readonly number[]): number[] {
  return tokens
    .map((_, at) => ({ at, size: itemAt(sizes, at) }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => a.size - b.size || a.at - b.at)
    .map(({ at }) => at);
}

/** The reading that is closest to what a text means: without all that is no part of a name. */
export function meantBy(readings: readonly Query[]): Query {
  return readings.findLast(({ scope }) => scope === 'all' || scope === 'shortened')!;
}

/** Shorter beginnings of a word say nothing. */
const MIN_BEGINNING = 3;

/**
 * A text without words for a sex, an age, a state or a kind, without counts, and without the little words and places of a sentence: without
 * those at its end, at its beginning, and all. The last word may be the beginning of one.
 */
export function listCores(tokens: readonly string[], language: string): string[][] {
  const { additions, aside } = rulesOf(language);
  const isAside = tokens.map((token) => aside.has(token));
  const last = tokens.at(-1) ?? '';
  if (last.length >= MIN_BEGINNING && additions.some((word) => word.startsWith(last))) isAside[tokens.length - 1] = true;
  const first = isAside.indexOf(false);
  const end = isAside.lastIndexOf(false) + 1;
  if (first === -1 || !isAside.includes(true)) return [];
  const cores = [tokens.slice(0, end), tokens.slice(first), tokens.filter((_, at) => !isAside[at])];
  return cores.filter((core, at) => core.length < tokens.length && !cores.slice(0, at).some((known) => areEqual(known, core)));
}

/** The shortest core of a text; the text itself if it has none. */
export function shortestCore(tokens: readonly string[], language: string): readonly string[] {
  return listCores(tokens, language).at(-1) ?? tokens;
}

interface Understood {
  /** The words of the text that may be part of a name; all if none are left. */
  tokens: readonly string[];
  /** A word was left out that may also be the beginning of another: an article, `sp` without a dot. */
  isUncertain: boolean;
}

function understood(text: string, typed: readonly string[], { ranks, articles }: Rules): Understood {
  const isPlain = (token: string) => !ranks.has(token) && !QUALIFIERS.has(token);
  if (ONLY_WORDS.test(text) && (typed.length === 1 || (!articles.has(itemAt(typed, 0)) && typed.every(isPlain))))
    return { tokens: typed, isUncertain: false };
  const written = text
    .replace(ELIDED, ' ')
    .replace(SUBGENUS, (subgenus, next: string) => (BETWEEN_AUTHORS.has(next) ? subgenus : ' '))
    .split(/[\s,;]+/u)
    .filter((word) => fold(word) !== '' || YEAR.test(word));
  const kept: string[] = [];
  let isUncertain = false;
  const year = written.findIndex((word) => YEAR.test(word));
  for (const [at, word] of written.entries()) {
    const folded = fold(word);
    if (at === year) continue;
    if (ranks.has(folded) && written.length > 1) continue;
    if (isQualifier(word, folded)) {
      isUncertain ||= !word.endsWith('.');
      continue;
    }
    if (kept.length === 0 && articles.has(folded) && at + 1 < written.length) {
      isUncertain = true;
      continue;
    }
    // Before its year, and in brackets or shortened, an author follows the name.
    if (kept.length > 0 && isAuthor(word, at < year && kept.length > 1)) break;
    if (POSSESSIVE.test(word)) isUncertain = true;
    kept.push(...foldWords(word.replace(POSSESSIVE, '')));
  }
  return kept.length === 0 ? { tokens: typed, isUncertain: false } : { tokens: kept, isUncertain };
}

function isQualifier(word: string, folded: string): boolean {
  const bare = folded.replaceAll(' ', '');
  if (QUALIFIERS.has(bare)) return true;
  if (!word.endsWith('.')) return /^[×?]$/u.test(word);
  const parts = folded.split(' ');
  return word === word.toLowerCase() && parts.every((part) => DOTTED_QUALIFIERS.has(part));
}

/** `isBeforeYear`: whether a year follows the word, and at least two words of a name precede it. */
function isAuthor(word: string, isBeforeYear: boolean): boolean {
  if (/^\(\p{Lu}/u.test(word)) return /[.),]$/u.test(word) || isBeforeYear;
  if (/^\p{Lu}[\p{L}.-]*\.$/u.test(word)) return true;
  return isBeforeYear && (/^[(\p{Lu}&]/u.test(word) || BETWEEN_AUTHORS.has(fold(word)) || word === word.toLowerCase());
}

/** The words with plurals and diminutives replaced: in the last word, in the first, and in all. */
function inflected(tokens: readonly string[], grammars: readonly Grammar[]): string[][] {
  const forms = tokens.map((token) => formsOf(token, grammars));
  const found: string[][] = [];
  const last = tokens.length - 1;
  for (const form of itemAt(forms, last)) found.push(tokens.with(last, form));
  if (last === 0) return found;
  for (const form of itemAt(forms, 0)) found.push(tokens.with(0, form));
  if (forms.filter(({ length }) => length > 0).length > 1) {
    const most = Math.max(...forms.map(({ length }) => length));
    for (let choice = 0; choice < Math.min(most, 3); choice++)
      found.push(forms.map((own, at) => own[choice] ?? own[0] ?? itemAt(tokens, at)));
  }
  return found;
}

/** The other forms of a word in the languages that the names are in. */
function formsOf(token: string, grammars: readonly Grammar[]): string[] {
  const forms = baseForms(token, itemAt(grammars, 0));
  for (const grammar of grammars.slice(1)) for (const form of baseForms(token, grammar)) if (!forms.includes(form)) forms.push(form);
  return forms;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((token, at) => token === others[at]);
}

/** The text with words without a vowel taken apart: `gsw`, `lt tit`. Null if it has none. */
function initials(tokens: readonly string[]): string[] | null {
  const isShort = (token: string) => token.length > 1 && token.length <= MAX_INITIALS && !VOWEL.test(token);
  if (!tokens.some(isShort)) return null;
  const letters = tokens.flatMap((token) => (isShort(token) ? token.split('') : [token]));
  return letters.length > MAX_INITIAL_WORDS ? null : letters;
}
