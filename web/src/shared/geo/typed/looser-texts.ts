import { meaningsOfO, classifyWord } from './words';

const HEIGHT =
  /[,;(\s]\s*-?\d+(?:[.,]\d+)?\s*m(?:et(?:er|re)s?)?(?:\s*(?:a\.?\s?s\.?\s?l|s\.?\s?n\.?\s?m|n\.?\s?p\.?\s?m|ü\.?\s?(?:nn|m)|nap)\.?)?\s*\)?$/i;
const ZOOM = /,\s*\d{1,2}(?:\.\d+)?z$/i;
const WORDS_IN_BRACKETS = /\([^()\d]*\p{L}[^()\d]*\)/gu;
const WORDS_BEFORE = /^(\p{L}[\p{L}\s.'-]{2,})[,:]?\s+(?=[+-]?\d)/u;
const WORDS_AFTER = /[\s,]+(\p{L}[\p{L}\s.'-]{3,})$/u;

/**
 * A text that cannot be read, without what often stands beside coordinates: a height, the zoom of a map, brackets, or the name of the
 * place. Words that say something about coordinates always stay.
 */
export function looserTexts(text: string): string[] {
  const looser = [
    text.replace(HEIGHT, ''),
    text.replace(ZOOM, ''),
    text.replace(WORDS_IN_BRACKETS, ' '),
    text.replace(/[()]/g, ' '),
    withoutName(text, WORDS_BEFORE),
    withoutName(text, WORDS_AFTER),
  ];
  return [...new Set(looser.map((one) => one.trim()))].filter((one) => one !== text && one !== '');
}

function withoutName(text: string, pattern: RegExp): string {
  const words = pattern.exec(text)?.[1];
  const rest = text.replace(pattern, '');
  // Whole numbers belong to a grid, and its name must be kept.
  if (words === undefined || !/\d[.,]\d\d|°/.test(rest)) return text;
  const saysSomething = words
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .some((word) => /^\p{Lu}{2,6}$/u.test(word) || classifyWord(word.toUpperCase(), meaningsOfO('')) !== null);
  return saysSomething ? text : rest;
}
