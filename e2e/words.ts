import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@veld/contract';

/** What the app says: `say('nl', 'observations:observe.save')`. Throws where it has no such words, so that no spec looks for nothing. */
export function say(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const [feature = '', path = ''] = key.split(':');
  const file = join(import.meta.dirname, '../web/src/i18n', language, `${feature}.json`);
  let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found !== 'string') throw new Error(`The app has no words ${key} in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}
