import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { translate } from './messages.ts';

const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'messages', `${language}.json`), 'utf8')) as Record<string, string>;
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
const english = read('en');

describe('server messages', () => {
  it.each(LANGUAGES)('have the same keys and placeholders in %s as in English', (language) => {
    const messages = read(language);
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(messages)) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(english[key]!));
      expect(text.endsWith('\n'), `${language} ${key} ends as the English one`).toBe(english[key]!.endsWith('\n'));
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are translated in %s', (language) => {
    const messages = read(language);
    expect(Object.keys(english).filter((key) => messages[key] === english[key])).toEqual([]);
  });

  it('have all placeholders replaced, and throw for an unknown key', () => {
    expect(translate('de', 'mail.closed_by_admin.body', { name: 'Anna', date: '1. Mai 2026', records: '', reason: '' })).not.toMatch(
      /[{}]/,
    );
    expect(() => translate('de', 'no.such.key')).toThrow('no.such.key');
  });
});
