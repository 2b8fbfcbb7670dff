import { isAboveGenus, isSpeciesOrBelow } from '../ranks.ts';
import { cleanName, withoutLigatures } from './clean.ts';
import {
  AUTHOR_WORDS,
  COLLECTIVE,
  findInfragenericRank,
  KLEPTON,
  findMarker,
  OPEN,
  QUALIFIERS,
  rankOfMarker,
  STRAIN,
  VIRUS,
} from './words.ts';

/*
 * Reads scientific names as the codes of nomenclature write them: ICN (algae, fungi, plants), ICZN (animals), ICNP (prokaryotes),
 * ICNCP (cultivated plants) and ICVCN (viruses); why by ourselves: docs/decisions/0035-scientific-names.md. `names.cases.tsv` has
 * examples of each rule. What the grammar does not know stays as it is in the file: a name is never cut at a word that is not clear.
 */

export interface ScientificName {
  /** Without authors and subgenus, with the marks of rank and hybrids: `Salix × rubens`, `Acer campestre subsp. campestre`. */
  name: string;
  /** Of the last epithet. */
  authority: string | null;
  /** By the words; null for a single word, which can have any rank above species. */
  rank: string | null;
  genus: string | null;
  species: string | null;
  /** The last epithet below the species. */
  infraspecific: string | null;
  /** Whether the grammar reads only a part: viruses, strains, species without a name or with doubt. */
  isOpen: boolean;
}

export interface Hints {
  /** The rank of a separate column. */
  rank?: string | null;
  /** The authority of a separate column, which the name can repeat at its end. */
  authority?: string | null;
  /** Old synonyms without a rank: a capital letter can begin an epithet, so that the words after a genus are not authors. */
  mayBeOldName?: boolean;
  isVirus?: boolean;
}

/** An epithet, at least two letters (ICZN art. 11.9.1); old ones begin with a number: 7-punctata. */
const EPITHET = /^[\p{Ll}\d][\p{Ll}\p{M}\d'-]*\p{Ll}$/u;
const CAPITAL_EPITHET = /^[A-Z][a-z]+(-[a-z]+)?$/;
const UPPER_CASE = /^\p{Lu}{4,}$/u;
const SUBGENUS = /^\(\p{L}[\p{Ll}-]+\)$/u;
/** A fast test before that of each word. */
const MAY_BE_VIRUS = /vir|phage|satellite|prion/i;
const DESIGNATION = /^(?=.*\d)(?=.*\p{Lu})[\p{L}\d:./-]+$/u;
/** From the year of the first names of animals and plants on. */
const YEAR = /^(?:17[5-9]|18\d|19\d|20\d)\d$/;
const CULTIVAR = /\s(?:cv\.?\s+)*(['"])([\p{Lu}\d].*?)\1(?=[\s,)]|$)/u;
const MARKED_CULTIVAR = /(?:\scv\.?)+\s+([\p{Lu}\d].*)$/u;
const CULTIVAR_GROUP = /(?<!^×)\s\(?(\p{Lu}[\p{L}'-]*(?: [\p{L}'-]+)*? (?:Group|Gruppe|Gp|grex))\)?$/u;
const GRAFT = /^\p{Lu}\p{Ll}+( \p{Ll}+)? \+ \p{Lu}\p{Ll}+( \p{Ll}+)?$/u;

export function parseName(text: string, hints: Hints = {}): ScientificName {
  const whole = cleanName(text);
  const authority = hints.authority ? cleanName(hints.authority) : '';
  const ending = ` ${authority}`;
  const read = parseWhole(authority && whole.endsWith(ending) ? whole.slice(0, -ending.length).replace(/[ ,]+$/, '') : whole, hints);
  return hints.authority ? { ...read, authority: hints.authority } : read;
}

function parseWhole(whole: string, hints: Hints): ScientificName {
  const words = whole.split(' ');
  const isBinomial = words.length === 2 && EPITHET.test(wordAt(words, 1)) && !VIRUS.test(wordAt(words, 1));
  if (hints.isVirus || (MAY_BE_VIRUS.test(whole) && words.some((word, at) => at > 0 && VIRUS.test(word.replace(/[(),"]/g, '')))))
    return {
      ...open(whole, isBinomial ? 'species' : 'unranked'),
      ...(isBinomial ? { genus: wordAt(words, 0), species: wordAt(words, 1) } : {}),
    };
  const candidatus = /^"?(?:Candidatus|Ca\.|Cand\.)[ "]+(?=\p{Lu}|"\p{Lu})/u.exec(whole);
  if (candidatus) {
    // ICNP appendix 11.
    const rest = parseWhole(whole.slice(candidatus[0].length).replaceAll('"', ''), hints);
    return { ...rest, name: `Candidatus ${rest.name}` };
  }
  if (whole.includes("'") || whole.includes('"') || whole.includes(' cv')) {
    const quoted = CULTIVAR.exec(whole);
    const found = quoted ?? MARKED_CULTIVAR.exec(whole);
    // Authors do not belong to the name of a cultivar (ICNCP art. 8 and 14).
    if (found) {
      // Without an apostrophe that would end the quotation.
      const epithet = (quoted ? found[2]! : found[1]!).replace(/['"](?=[\s,)]|$)/g, '').trim();
      return { ...parseWhole(whole.slice(0, found.index), {}), ...below(`'${epithet}'`, 'cultivar', whole, found.index) };
    }
  }
  if (/(Group|Gruppe|Gp|grex)\)?$/.test(whole)) {
    const found = CULTIVAR_GROUP.exec(whole);
    if (found) return { ...parseWhole(whole.slice(0, found.index), {}), ...below(found[1]!, 'unranked', whole, found.index) };
  }
  if (GRAFT.test(whole)) return open(whole, 'unranked');
  if (words.some((word) => word === '×' || word === 'x' || word === 'X')) {
    const sides = sidesOf(words);
    if (sides.length > 1) return formula(sides, whole);
  }
  return parseWords(words, hints);
}

/** A name that is kept as a whole. */
function open(whole: string, rank: string): ScientificName {
  return { name: whole, authority: null, rank, genus: null, species: null, infraspecific: null, isOpen: true };
}

/** A cultivar or group below the name before `at`. */
function below(suffix: string, rank: string, whole: string, at: number): Pick<ScientificName, 'name' | 'authority' | 'rank'> {
  return { name: `${parseWhole(whole.slice(0, at), {}).name} ${suffix}`, authority: null, rank };
}

/** The word at a place; empty beyond the last, which no word is. */
function wordAt(words: readonly string[], at: number): string {
  return words[at] ?? '';
}

/** The sides of a hybrid formula (ICN art. H.2); one side for all other names. A sign before a genus or an epithet belongs to it. */
function sidesOf(words: readonly string[]): string[][] {
  let side: string[] = [];
  const sides = [side];
  words.forEach((word, at) => {
    const next = words[at + 1];
    const isSign = word === '×' || (word === 'x' && next !== undefined);
    const isBeforeGenus = side.length === 0 || (side.length === 1 && QUALIFIERS.has(wordAt(side, 0)));
    const isAfterGenus = side.length === 1 || (side.length === 2 && (side[0] === '×' || SUBGENUS.test(wordAt(side, 1))));
    const isBeforeEpithet = next !== undefined && EPITHET.test(next) && (isAfterGenus || findMarker(side.at(-1) ?? '') !== null);
    if (!isSign || isBeforeGenus || isBeforeEpithet || next === undefined) side.push(word);
    else sides.push((side = []));
  });
  return sides;
}

function formula(sides: readonly string[][], whole: string): ScientificName {
  // Formulas of formulas have brackets.
  if (whole.includes('(') && sides.some((side) => wordAt(side, 0).startsWith('('))) return { ...open(whole, 'hybrid'), isOpen: false };
  let genus = '';
  let species = '';
  const names = sides.map((side) => {
    const first = wordAt(side, 0);
    const omitted = findMarker(first) !== null ? [genus, species] : EPITHET.test(first) ? [genus] : [];
    const read = parseWords([...omitted, ...side], {});
    if (omitted.length === 0) genus = read.genus ?? genus;
    species = read.species ?? species;
    return read.name.split(' ').slice(omitted.length).join(' ') || side.join(' ');
  });
  return { ...open(names.join(' × '), 'hybrid'), isOpen: false };
}

/** What was read of a name so far. */
interface Reading {
  parts: string[];
  authors: string[];
  genus: string;
  species: string | null;
  infraspecific: string | null;
  rank: string | null;
  suffix: string | null;
  isOpen: boolean;
}

/** A place in the words of a name, with what was read before it. */
interface Cursor {
  words: readonly string[];
  at: number;
  read: Reading;
  /** Whether a separate column says that the name is of a species or below. */
  isSpecies: boolean;
  /** Whether the genus is in capitals, so that the epithets can be too. */
  isUpperCase: boolean;
  isNothogenus: boolean;
  isInAuthors: boolean;
}

/** Reads the words of a name without a formula from left to right: epithets, then authors, until a marker begins the next epithet. */
function parseWords(words: readonly string[], hints: Hints): ScientificName {
  const whole = words.join(' ');
  const rank = hints.rank ?? null;
  const isSpecies = isSpeciesOrBelow(rank);
  const signs = leadingSigns(words);
  if (!/^[+]?\p{L}/u.test(wordAt(words, signs.end))) return open(whole, signs.isNothogenus ? 'hybrid' : 'unranked');
  const cursor = afterGenus(words, signs, isSpecies);
  if (isAboveGenus(rank)) {
    cursor.read.authors.push(...words.slice(cursor.at));
    return finished(cursor.read, whole, isSpecies, hints);
  }
  readSubgenus(cursor, rank);
  while (cursor.at < words.length) {
    if (readMarkedEpithet(cursor) || readSuffix(cursor) || readAuthor(cursor)) continue;
    const openRank = openRankAt(cursor);
    if (openRank !== null) return open(whole, openRank);
    // A word that is none of these begins the authors.
    if (!readQualifier(cursor) && !readEpithet(cursor)) cursor.isInAuthors = true;
  }
  return finished(cursor.read, whole, isSpecies, hints);
}

/** The words before a genus: a qualifier, then the sign of a nothogenus or of a graft. */
interface LeadingSigns {
  qualifier: string | null;
  isNothogenus: boolean;
  isGraft: boolean;
  /** The place of the genus. */
  end: number;
}

function leadingSigns(words: readonly string[]): LeadingSigns {
  const qualifier = QUALIFIERS.has(wordAt(words, 0)) && words.length > 1 ? wordAt(words, 0) : null;
  const at = qualifier === null ? 0 : 1;
  const next = words[at + 1];
  const isNothogenus = next !== undefined && (words[at] === '×' || (/^[xX]$/.test(wordAt(words, at)) && /^\p{Lu}/u.test(next)));
  const isGraft = words[at] === '+' && next !== undefined;
  return { qualifier, isNothogenus, isGraft, end: isNothogenus || isGraft ? at + 1 : at };
}

/** Reads the genus, or the single word of a name above it. */
function afterGenus(words: readonly string[], { qualifier, isNothogenus, isGraft, end }: LeadingSigns, isSpecies: boolean): Cursor {
  const word = wordAt(words, end).replace(/,$/, '');
  const isUpperCase = UPPER_CASE.test(word);
  const genus = withoutLigatures(isUpperCase ? word.slice(0, 1) + word.slice(1).toLowerCase() : word);
  const sign = isNothogenus ? '×' : isGraft ? '+' : '';
  const read: Reading = {
    parts: [...(qualifier === null ? [] : [qualifier]), `${sign}${genus}`],
    authors: [],
    genus,
    species: null,
    infraspecific: null,
    rank: isNothogenus ? 'genushybrid' : null,
    suffix: null,
    isOpen: qualifier !== null,
  };
  return { words, at: end + 1, read, isSpecies, isUpperCase, isNothogenus, isInAuthors: false };
}

/** A subgenus in brackets is no part of the name of a species (ICZN art. 6.1), unlike authors in the same place. */
function readSubgenus(cursor: Cursor, rank: string | null): void {
  const { words, at, read, isSpecies } = cursor;
  const word = words[at];
  if (word === undefined || !SUBGENUS.test(word)) return;
  if (rank === 'subgenus' || rank === 'section') {
    read.parts.push(word);
    read.rank = rank;
    cursor.at += 1;
  } else if (isEpithetAt(words, at + 1, read, isSpecies) || /^(×|x|cf\.?|aff\.?)$/.test(words[at + 1] ?? '')) cursor.at += 1;
}

/** Reads a marker and its epithet, which end the authors of the name above. */
function readMarkedEpithet(cursor: Cursor): boolean {
  const { read } = cursor;
  const marked = markedEpithet(cursor.words, cursor.at, read);
  if (!marked) return false;
  read.parts.push(...marked.parts);
  read.rank = marked.rank;
  if (marked.epithet !== null) read.infraspecific = marked.epithet;
  read.authors = [];
  cursor.isInAuthors = false;
  cursor.at = marked.end;
  return true;
}

/** Reads the end of a name with a species: the word for a collective species, or the designation of a strain. */
function readSuffix(cursor: Cursor): boolean {
  const { words, at, read } = cursor;
  if (read.species === null) return false;
  const collective = COLLECTIVE.get(wordAt(words, at).replace(/^\(|\)$/g, ''));
  if (collective && at === words.length - 1) {
    read.suffix = collective.suffix;
    read.rank = collective.rank;
  } else if (isStrain(words, at, cursor.isInAuthors)) {
    read.suffix = words.slice(at).join(' ');
    read.rank = 'strain';
    read.isOpen = true;
  } else return false;
  cursor.at = words.length;
  return true;
}

function readAuthor(cursor: Cursor): boolean {
  if (!cursor.isInAuthors) return false;
  cursor.read.authors.push(wordAt(cursor.words, cursor.at));
  cursor.at += 1;
  return true;
}

/** The rank of a name that is kept as a whole because of the word at the cursor; null if the name can be read. */
function openRankAt({ words, at, read }: Cursor): string | null {
  const word = wordAt(words, at);
  if (read.species === null && OPEN.test(word)) return /^(sp\.?|species)$/.test(word) ? 'species' : 'unranked';
  // A marker at the end: the name goes on in a part that the file does not have.
  return at === words.length - 1 && findMarker(word) !== null && word !== 'f.' ? 'unranked' : null;
}

/** Reads a qualifier, or skips the sign of a klepton, before an epithet. */
function readQualifier(cursor: Cursor): boolean {
  const { words, at, read, isSpecies } = cursor;
  const word = wordAt(words, at);
  if (QUALIFIERS.has(word) && isEpithetAt(words, at + 1, read, isSpecies)) {
    read.parts.push(word);
    read.isOpen = true;
  } else if (!(KLEPTON.has(word) && read.species === null && isEpithetAt(words, at + 1, read, true))) return false;
  cursor.at += 1;
  return true;
}

/** Reads an epithet, with the sign of a hybrid before it. */
function readEpithet(cursor: Cursor): boolean {
  const { words, read, isSpecies, isUpperCase, isNothogenus } = cursor;
  const isCross = /^[×xX]$/.test(wordAt(words, cursor.at)) && isEpithetAt(words, cursor.at + 1, read, isSpecies);
  const at = isCross ? cursor.at + 1 : cursor.at;
  const word = wordAt(words, at);
  if (isCross || isEpithetAt(words, at, read, isSpecies)) {
    cursor.isInAuthors = word.endsWith(',');
    if (isCross) read.parts.push('×');
    addEpithet(read, withoutLigatures(word.replace(/,$/, '')), isCross || (isNothogenus && read.species === null));
  } else if (
    read.species === null &&
    ((isUpperCase && /^\p{Lu}{2,}(-\p{Lu}+)?$/u.test(word)) || (isSpecies && isCapitalEpithet(words, at)))
  )
    addEpithet(read, word.toLowerCase(), isNothogenus);
  else return false;
  cursor.at = at + 1;
  return true;
}

function addEpithet(read: Reading, epithet: string, isHybrid: boolean): void {
  read.parts.push(epithet);
  if (read.species === null) {
    read.species = epithet;
    read.rank = isHybrid ? 'hybrid' : 'species';
    return;
  }
  // Names of animals have no marker (ICZN art. 5.2); a fourth word has no rank of its own.
  read.rank = isHybrid ? 'infrahybrid' : read.infraspecific === null ? 'subspecies' : 'infraspecies';
  read.infraspecific = epithet;
}

/** Whether a word can be the next epithet. Words of authors are one only if no author can follow, or the rank demands it. */
function isEpithetAt(words: readonly string[], at: number, read: Reading, isSpecies: boolean): boolean {
  const word = words[at]?.replace(/,$/, '');
  if (word === undefined || !EPITHET.test(word) || OPEN.test(word) || QUALIFIERS.has(word)) return false;
  if (COLLECTIVE.has(word) || findMarker(word) !== null || STRAIN.has(word)) return false;
  if (!AUTHOR_WORDS.has(word)) return true;
  if (read.species !== null) return false;
  const next = words[at + 1];
  return (
    isSpecies || next === undefined || (EPITHET.test(next) && !AUTHOR_WORDS.has(next) && !COLLECTIVE.has(next) && findMarker(next) === null)
  );
}

/**
 * Whether a word is the epithet of an old name such as `Quercus Robur L.` (ICN art. 60.2). At the end of a name it can be the author of
 * a genus, so that an author or a marker must follow.
 */
function isCapitalEpithet(words: readonly string[], at: number): boolean {
  const next = words[at + 1] ?? '';
  return CAPITAL_EPITHET.test(wordAt(words, at)) && (/^\(?\p{Lu}/u.test(next) || findMarker(next) !== null);
}

interface Marked {
  parts: string[];
  /** Null for a part between genus and species. */
  epithet: string | null;
  rank: string;
  /** The place of the next word. */
  end: number;
}

/** The marker at a place together with its epithet; null if it is another word, such as the `f.` of a son. */
function markedEpithet(words: readonly string[], at: number, read: Reading): Marked | null {
  const word = wordAt(words, at);
  if (read.species === null) {
    const rank = findInfragenericRank(word);
    const next = words[at + 1];
    if (rank === null || next === undefined || !/^\p{Lu}[\p{L}-]+,?$/u.test(next)) return null;
    const name = next.replace(/,$/, '');
    // Like a subgenus in brackets, it is no part of the name of a species.
    const isBeforeSpecies = isEpithetAt(words, at + 2, read, false);
    return { parts: isBeforeSpecies ? [] : [word, name], epithet: null, rank, end: at + 2 };
  }
  const isSpecialForm = word === 'f.' && words[at + 1] === 'sp.';
  const marker = isSpecialForm ? 'f. sp.' : findMarker(word);
  if (marker === null) return null;
  let end = at + (isSpecialForm ? 2 : 1);
  const isCross = /^[×x]$/.test(words[end] ?? '') && words[end + 1] !== undefined;
  if (isCross) end += 1;
  const isQualified = !isCross && QUALIFIERS.has(words[end] ?? '');
  const qualifier = isQualified ? [wordAt(words, end++)] : [];
  if (!isEpithetAt(words, end, read, false)) return null;
  const epithet = withoutLigatures(wordAt(words, end).replace(/,$/, ''));
  const rank = isCross ? 'infrahybrid' : rankOfMarker(marker);
  return { parts: [marker, ...(isCross ? ['×'] : []), ...qualifier, epithet], epithet, rank, end: end + 1 };
}

function isStrain(words: readonly string[], at: number, isInAuthors: boolean): boolean {
  const word = wordAt(words, at);
  const next = words[at + 1];
  if (STRAIN.has(word)) return next !== undefined;
  if (isInAuthors) return false;
  // Capitals before a year are an author: `Anniella pulchra GRAY 1852`.
  return DESIGNATION.test(word) || (/^[A-Z]{2,6}$/.test(word) && /^[A-Z]?\d+$/.test(next ?? '') && !YEAR.test(next!));
}

function finished(read: Reading, whole: string, isSpecies: boolean, hints: Hints): ScientificName {
  const { genus, species, infraspecific, isOpen } = read;
  const isBare = species === null && read.parts.length === 1 && read.authors.length > 0;
  // A species has at least two words, so what follows is not known to be an author.
  if (isBare && (isSpecies || hints.mayBeOldName)) {
    const isOldSpecies = CAPITAL_EPITHET.test(read.authors.join(' '));
    return { ...open(whole, isOldSpecies ? 'species' : 'unranked'), genus };
  }
  // One of two species is neither of them: `Larus argentatus/fuscus`.
  const after = read.authors[0] ?? '';
  if (after.includes('/') ? /^\p{Ll}{2,}\/\p{Ll}{2,}/u.test(after) : isBare && !hints.rank && isUnclear(after))
    return { ...open(whole, 'unranked'), genus };
  const name = [...read.parts, ...(read.suffix === null ? [] : [read.suffix])].join(' ');
  const authority = read.authors.join(' ').replace(/^[ ,]+|[ ,]+$/g, '');
  return { name, authority: authority || null, rank: read.rank, genus, species, infraspecific, isOpen };
}

/** Whether a word after a genus is neither an epithet nor known from authors, such as `b.`, `auricomus-Gruppe` or a lone `×`. */
function isUnclear(word: string): boolean {
  return /^(×|\p{Ll}[\p{Ll}.?-]*(-\p{L}+)?)$/u.test(word) && !AUTHOR_WORDS.has(word) && !/^(p\.p\.|p\.)$/.test(word);
}
