import { resolve } from 'node:path';
import type { Language } from '@veld/contract';
import { namespacesIn, readTexts, type Tree } from '../scripts/texts/catalogue.ts';
import { complete } from '../scripts/texts/complete.ts';

type Values = Record<string, string | number>;

const ROOT = resolve(import.meta.dirname, '..');
const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const files = new Map<string, Tree>();

/**
 * A text of the app by its key: `say('nl', 'recording:observe.save')`. Specs find controls by these texts, so that they survive
 * rewording; `npm run check -- translations` reports keys that do not exist. Throws for an unknown key.
 */
export function say(language: Language, key: string, values: Values = {}): string {
  return textOf(language, key).replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

/** `say` in English. */
export const en = (key: string, values?: Values) => say('en', key, values);

/**
 * An English text as a regular expression, for texts whose values a spec does not know exactly. A value is text or a pattern; a
 * placeholder without a value matches anything.
 */
export function enPattern(key: string, values: Record<string, string | RegExp> = {}): RegExp {
  const parts = textOf('en', key).split(PLACEHOLDER);
  // `split` with a group alternates between text and the names of placeholders.
  const source = parts.map((part, index) => {
    const value = index % 2 === 0 ? part : (values[part] ?? /.*/);
    return typeof value === 'string' ? value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : value.source;
  });
  return new RegExp(source.join(''));
}

/** As in the app, what is not translated yet is English. */
function textOf(language: Language, key: string): string {
  const [namespace = '', path = ''] = key.split(':');
  let found: string | Tree | undefined = textsOf(language, namespace);
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`The app has no text ${key}`);
  return found;
}

function textsOf(language: Language, namespace: string): Tree {
  const name = `${language}/${namespace}`;
  const known = files.get(name);
  if (known) return known;
  const found = namespacesIn(ROOT, 'en').find((one) => one.name === namespace);
  const texts = found ? complete(language, readTexts(ROOT, found, 'en') ?? {}, readTexts(ROOT, found, language)) : {};
  files.set(name, texts);
  return texts;
}
