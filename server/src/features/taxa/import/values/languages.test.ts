import { expect, it } from 'vitest';
import { languageOfName } from './languages.ts';

it.each([
  ['en', 'en eng English EN-gb'],
  ['nl', 'nl nld dut Dutch Nederlands Flemish nl_BE'],
  ['de', 'de deu ger German Deutsch de-CH'],
  ['es', 'es spa Spanish Español Castilian es-419'],
  ['fr', 'fr fra fre French Français'],
  ['it', 'it ita Italian Italiano'],
  ['pt', 'pt por Portuguese Português pt-BR'],
  ['pl', 'pl pol Polish Polski'],
  ['af', 'af afr Afrikaans'],
  [null, 'fi Finnish x engl'],
])('the language %s is also written %s', (language, words) => {
  for (const word of words.split(' ')) expect(languageOfName(` ${word}`), word).toBe(language);
});
