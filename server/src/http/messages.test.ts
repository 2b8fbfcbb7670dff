import { LANGUAGES, type Language } from '@veld/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notificationTexts, translate } from './messages.ts';

type Tree = { [key: string]: string | Tree };

function textsIn(language: Language): Map<string, string> {
  const path = join(import.meta.dirname, '../../texts', language, 'server.json');
  const texts = new Map<string, string>();
  const walk = (tree: Tree, before: string) => {
    for (const [key, text] of Object.entries(tree))
      if (typeof text === 'string') texts.set(before + key, text);
      else walk(text, `${before}${key}.`);
  };
  walk(JSON.parse(readFileSync(path, 'utf8')) as Tree, '');
  return texts;
}

describe('the server’s messages', () => {
  it.each(LANGUAGES)('end with a line break in %s where they do in English', (language) => {
    const english = textsIn('en');
    for (const [key, text] of textsIn(language)) expect(text.endsWith('\n'), key).toBe(english.get(key)!.endsWith('\n'));
  });

  it('have all placeholders replaced, and throw for an unknown key', () => {
    expect(translate('de', 'mail.closed_by_admin.body', { name: 'Anna', date: '1. Mai 2026', records: '', reason: '' })).not.toMatch(
      /[{}]/,
    );
    expect(() => translate('de', 'no.such.key')).toThrow('no.such.key');
  });

  it('contain the names of people as they are, whatever these look like', () => {
    const text = translate('en', 'mail.reset.body', { name: '$t(title.gone) {{link}} <b>', link: 'https://veld.example/1' });
    expect(text).toMatch(/^Hello \$t\(title\.gone\) \{\{link\}\} <b>,/);
    expect(text.match(/https:/g)).toHaveLength(1);
  });

  it('have the plural forms of the language, and its numbers', () => {
    const others = (language: Language, count: number) => notificationTexts(language)('notifications:others', { count });
    expect([1, 3, 5].map((count) => others('pl', count))).toEqual(['1 inna osoba', '3 inne osoby', '5 innych osób']);
    expect(others('de', 12_345)).toContain('12.345');
  });
});
