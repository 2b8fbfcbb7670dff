import { describe, expect, it } from 'vitest';
import { nameFault, tidyName } from './names.ts';

describe('the name of a person', () => {
  it.each([
    'Anna Jansen',
    'Zoë O’Brien-Łukasz',
    "D'Angelo Þórsdóttir",
    'Nguyễn Thị Ánh',
    'Ольга Сидорова',
    'Ольга (Olga)',
    'Ελένη Παππά',
    '山田タロウ',
    '王 Anna',
    'Annaさん',
    '김민수',
    'محمد علي',
    'דָּוִד',
    'अनुष्का शर्मा',
    'ณัฐพงษ์',
    'ကျော်ဇွာ',
    'Հայկ',
    'Anna ❤️ 🦉',
    'Anna 2',
  ])('can be written in any language: %s', (name) => {
    expect(nameFault(name)).toBeNull();
    // Decomposed, as some keyboards send it.
    expect(nameFault(name.normalize('NFD'))).toBeNull();
  });

  it.each([
    ['a zero-width space', 'An\u200Bna'],
    ['a direction override', 'Anna\u202Ensaj'],
    ['a direction isolate', '\u2066Anna\u2069'],
    ['a soft hyphen', 'An\u00ADna'],
    ['a word joiner', 'Anna\u2060'],
    ['a Hangul filler', 'Anna\u3164'],
    ['a filler that is a letter', '\u115F\u1160'],
    ['a grapheme joiner', 'An\u034Fna'],
    ['a variation selector on a letter', 'Anna\uFE0F'],
    ['a blank Braille pattern', '\u2800'],
    ['a character for private use', 'Anna\uE000'],
    ['a tag', 'Anna\u{E0041}'],
    ['a line break', 'An\nna\u0000'],
    ['a pile of marks', 'Ann\u0301\u0302\u0303\u0304\u0305a'],
    ['the same mark twice', 'Anna\u0308\u0308'],
    ['a mark without a letter', 'Anna \u0308'],
  ])('cannot have %s', (_what, name) => expect(nameFault(name)).toBe('name_characters'));

  it.each([
    ['Latin and Cyrillic', 'Аnna'],
    ['Cyrillic and Latin in the second word', 'Anna Jansеn'],
    ['Greek and Latin', 'Αnna'],
    ['Greek and Cyrillic', 'Ελένη Παппа'],
    ['Armenian and Latin', 'Sօphie'],
    ['Cherokee and Latin', 'Ꭺnna'],
    ['wide Latin and Cyrillic', 'Ａнна'],
    ['Cyrillic with a mark', 'Jose\u0301 Аndre\u0301'],
  ])('cannot mix %s within a word', (_what, name) => expect(nameFault(name)).toBe('name_alphabets'));

  it('is stored composed and with single spaces', () => {
    expect(tidyName('  Zoe\u0308 \u00A0 de\u3000 \tWit ')).toBe('Zoë de Wit');
    expect(tidyName('Anna ❤\uFE0F')).toBe('Anna ❤');
  });
});
