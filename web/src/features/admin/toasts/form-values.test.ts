import { expect, it } from 'vitest';
import { EMPTY_FORM, fillToastForm, invalidPart, readIn, readToastForm } from './ToastFields';

it('a message needs an English text, and an end after its start', () => {
  const now = Date.parse('2026-05-17T10:00:00');
  expect(invalidPart({ ...EMPTY_FORM, text: { nl: 'Hallo' } }, now)).toBe('text');
  const text = { en: 'Hello' };
  expect(invalidPart({ ...EMPTY_FORM, text, ends_at: '2026-05-17T09:59' }, now)).toBe('ends_at');
  expect(invalidPart({ ...EMPTY_FORM, text, starts_at: '2026-05-18T10:00', ends_at: '2026-05-18T10:00' }, now)).toBe('ends_at');
  expect(invalidPart({ ...EMPTY_FORM, text, ends_at: '2026-05-17T10:01' }, now)).toBeNull();
});

it('empty texts and choices are left out, and times are instants', () => {
  const form = { ...EMPTY_FORM, text: { en: ' Hello ', nl: ' ', pl: 'Cześć' }, ends_at: '2026-05-18T10:00' };
  expect(readToastForm(form)).toEqual({
    level: 'info',
    text: { en: 'Hello', pl: 'Cześć' },
    link: null,
    starts_at: null,
    ends_at: new Date('2026-05-18T10:00').toISOString(),
    audience: 'everyone',
    country_code: null,
  });
});

it('a stored message is the same again after it was opened and saved', () => {
  const stored = {
    id: 'spring',
    level: 'warning' as const,
    text: { en: 'Hello' },
    link: '/projects',
    starts_at: '2026-05-17T10:00:00.000Z',
    ends_at: '2026-12-17T10:00:00.000Z',
    audience: 'pro' as const,
    country_code: 'NL',
  };
  const { id: _, ...draft } = stored;
  expect(readToastForm(fillToastForm(stored))).toEqual(draft);
});

it('people without a text in their language read the English one', () => {
  const text = { en: 'Hello', nl: 'Hallo', de: ' ' };
  expect(readIn(text, 'nl')).toEqual({ text: 'Hallo', isOwn: true });
  expect(readIn(text, 'de')).toEqual({ text: 'Hello', isOwn: false });
});
