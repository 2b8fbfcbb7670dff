import type { Language } from '@veld/contract';
import { languageOfName } from '../values/languages.ts';

const NAME_WORDS = new Set('name names naam namen artname nom noms nombre nombres nome nomes nomi nazwa nazwy'.split(' '));

/** Words for "common" and their like beside a word for "name", which say the language by themselves. */
const COMMON_WORDS: Record<string, Language> = {
  'common name': 'en',
  'com name': 'en',
  'vernacular name': 'en',
  'commun nom': 'fr',
  'vernaculaire nom': 'fr',
  'comun nombre': 'es',
  'vulgar nombre': 'es',
  'comune nome': 'it',
  'volgare nome': 'it',
  'comum nome': 'pt',
  'popular nome': 'pt',
  'vulgar nome': 'pt',
  'zwyczajowa nazwa': 'pl',
};

/** Forms of the names of languages that agree with the word for "name". */
const ADJECTIVES: Record<string, Language> = { nederlandse: 'nl', deutscher: 'de', polska: 'pl', polskie: 'pl', afrikaanse: 'af' };

/** A name of something else than the taxon of the row, or no vernacular name. */
const OF_OTHERS = new Set(
  (
    'family subfamily genus subgenus order class phylum kingdom group tribe parent rank author authority scientific latin country region ' +
    'source file original accepted familie gattung ordnung geslacht orde famille genre ordre familia genero orden famiglia ordine rodzina'
  ).split(' '),
);

/**
 * The language of the vernacular names in a column, by its title: "English name", "Nom français", "nombre común", "mainCommonName",
 * "name_nl", or only "Dutch". Null for other columns.
 */
export function languageOfTitle(title: string): Language | null {
  const words = title
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  if (words.some((word) => OF_OTHERS.has(word))) return null;
  const spelt = (word: string) => (word.length > 3 ? (ADJECTIVES[word] ?? languageOfName(word)) : null);
  const [first, last] = [words.at(0), words.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (words.length === 1) return spelt(first);
  const name = words.find((word) => NAME_WORDS.has(word));
  if (name === undefined) return null;
  for (const word of words) {
    const language = spelt(word);
    if (language) return language;
  }
  // Codes stand at an end: "name_de", but "nom de l'espèce".
  for (const code of [last, first]) {
    const language = code.length <= 3 && code !== name ? languageOfName(code) : null;
    if (language) return language;
  }
  const singular = name === 'names' ? 'name' : name;
  return words.map((word) => COMMON_WORDS[`${word} ${singular}`]).find((language) => language !== undefined) ?? null;
}
