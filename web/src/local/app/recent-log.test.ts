import fc from 'fast-check';
import { expect, it, vi, describe } from 'vitest';
import { followLog, recentLog, redact } from './recent-log';

it('keeps the latest 50 errors and warnings without the records in them, and still logs them', () => {
  const error = vi.fn<(...parts: unknown[]) => void>();
  const target = { error, warn: vi.fn<(...parts: unknown[]) => void>() };
  followLog(target);
  target.error('Records', new TypeError('Failed to fetch'), { latitude: 52.09 });
  expect(error).toHaveBeenCalledWith('Records', new TypeError('Failed to fetch'), { latitude: 52.09 });
  expect(recentLog()).toHaveLength(1);
  expect(recentLog()[0]).toMatch(/^\d\d:\d\d:\d\d Records TypeError: Failed to fetch \{…\}$/);
  for (let number = 0; number < 60; number++) target.warn(`line ${number} ${'x'.repeat(400)}`);
  expect(recentLog()).toHaveLength(50);
  expect(recentLog().at(-1)).toMatch(/line 59 x+$/);
  expect(recentLog().at(-1)!.length).toBeLessThanOrEqual(300);
});

/** Words around what must go. */
const words = fc.array(fc.constantFrom('Outbox', 'failed', 'after', 'retry', '3', 'HTTP 503', 'at', 'the', 'weir', '(2 tries)'), {
  maxLength: 6,
});
const around = (secret: fc.Arbitrary<string>) =>
  fc.tuple(words, secret, words).map(([before, found, after]) => ({ secret: found, text: [...before, found, ...after].join(' ') }));

const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);

describe('what is sent with feedback', () => {
  it('has no coordinates with decimals, in any form that the app writes', () => {
    fc.assert(
      fc.property(
        words,
        degrees(90),
        degrees(180),
        fc.integer({ min: 2, max: 8 }),
        fc.constantFrom(', ', ' ', ',', ';', '/'),
        (text, lat, lon, digits, between) => {
          const shown = redact([...text, `${lat.toFixed(digits)}${between}${lon.toFixed(digits)}`].join(' '));
          expect(shown).not.toMatch(/\d[.,]\d{2}/);
        },
      ),
    );
  });

  it('has no degrees with minutes, no metres of a grid and no references of one', () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 10, max: 89 }),
        fc.integer({ min: 10, max: 59 }),
        fc.integer({ min: 10_000, max: 99_999 }),
        (text, lat, minutes, metres) => {
          const line = (place: string) => redact([...text, place, ...text].join(' '));
          for (const place of [
            `${lat}° ${minutes}′ 07″ N`,
            `N ${lat}°${minutes}.443`,
            `31U FT ${metres} ${metres}`,
            `31UFT${metres}${metres}`,
          ]) {
            expect(line(place), place).not.toContain(minutes === 50 ? '′' : `${minutes}′`);
            expect(line(place), place).not.toContain(String(metres));
            expect(line(place), place).toMatch(/\[(?:place|number)\]/);
          }
          expect(line(`${metres}12 ${metres}3456`)).not.toMatch(/\d{5}/);
          expect(line('9F469H3Q+G5')).not.toContain('9F46');
        },
      ),
    );
  });

  it('has no mail addresses, keys, ids or queries of addresses', () => {
    const mail = fc.tuple(part, part, fc.constantFrom('org', 'nl', 'co.za')).map(([who, host, end]) => `${who}.${who}@${host}.${end}`);
    const key = fc.stringMatching(/^[A-Za-z0-9_-]{20,60}$/);
    const query = fc.tuple(part, part).map(([name, value]) => ({ value: `${value}Secret`, address: `/map?${name}=${value}Secret` }));
    fc.assert(
      fc.property(around(fc.oneof(mail, key, fc.uuid())), ({ secret, text }) => {
        expect(redact(text)).not.toContain(secret);
      }),
    );
    fc.assert(
      fc.property(query, ({ value, address }) => {
        expect(redact(`GET ${address} failed`)).not.toContain(value);
      }),
    );
    expect(redact('authorization: Bearer abc')).toBe('authorization: Bearer [key]');
  });

  it('has no names of saved places, whatever characters they have', () => {
    const name = fc.string({ minLength: 2, maxLength: 20 }).filter((text) => text.trim().length > 1 && /[a-z]{3}/i.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), words, (names, text) => {
        const shown = redact([...text, ...names.map((one) => one.trim())].join('\n'), names);
        for (const one of names) expect(shown.toLowerCase()).not.toContain(`\n${one.trim().toLowerCase()}\n`);
      }),
    );
    expect(redact('Saving at Marsh north failed', ['Marsh', 'marsh NORTH'])).toBe('Saving at [place] failed');
  });

  it('keeps what explains an error, and is the same when it is done twice', () => {
    const kept = 'TypeError: Failed to fetch (3 tries, HTTP 503) in version 0.1.0';
    expect(redact(kept)).toBe(kept);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redact(redact(text))).toBe(redact(text));
      }),
    );
  });
});
