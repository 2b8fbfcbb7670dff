import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateLocale,
  dayRange,
  inMonths,
  resolveInstant,
  isDay,
  isFutureDate,
  isInPeriod,
  isReversed,
  isTimeZone,
  periodRange,
  todayIn,
} from './dates.ts';
import { PERIODS } from './vocabulary.ts';

const day = fc
  .date({ min: new Date('1800-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const zone = fc.constantFrom('Europe/Amsterdam', 'Africa/Johannesburg', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC');

describe('the locale of dates', () => {
  it('is the language as the person’s country writes it', () => {
    expect(dateLocale('en', 'GB')).toBe('en-GB');
    expect(dateLocale('en', 'US')).toBe('en-US');
    expect(dateLocale('nl', 'BE')).toBe('nl-BE');
  });

  it('is the language alone where nothing is known of the country', () => {
    expect(dateLocale('en', null)).toBe('en');
    expect(dateLocale('pl', 'NL')).toBe('pl');
    expect(dateLocale('en', 'not a code')).toBe('en');
  });

  it('is neither American nor Brazilian for those who live elsewhere', () => {
    expect(dateLocale('pt', 'NL')).toBe('pt-PT');
    const written = new Intl.DateTimeFormat(dateLocale('en', 'BR'), { dateStyle: 'medium', timeZone: 'UTC' }).format(0);
    expect(written).toBe('1 Jan 1970');
  });
});

describe('observed_on', () => {
  it('accepts a day, a month, a year and an interval of these, and rejects everything else', () => {
    expect(dayRange('2026-05-17')).toEqual({ from: '2026-05-17', to: '2026-05-17' });
    expect(dayRange('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(dayRange('2025-12')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(dayRange('2026')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
    expect(dayRange('1026')).toEqual({ from: '1026-01-01', to: '1026-12-31' });
    expect(dayRange('2026-04/2026-05-03')).toEqual({ from: '2026-04-01', to: '2026-05-03' });
    expect(dayRange('2024/2026-05')).toEqual({ from: '2024-01-01', to: '2026-05-31' });
    for (const wrong of [
      '',
      '0000',
      '202',
      '20260',
      '2026-',
      '2026/',
      '2026/2025',
      '2026-02-30/2026-03-02',
      '2026-13',
      '2026-02-29',
      '0000-01-01',
      '20211-01-01',
      '2026-5-1',
      '2026-05-02/2026-05-01',
      'a/b',
      '2026-05-01/',
      '2026-05-01/2026-05-02/2026-05-03',
      '2026-05-17T10:00',
    ])
      expect(dayRange(wrong), wrong).toBeNull();
  });

  it('is called reversed only if both ends are valid', () => {
    for (const reversed of ['2026-05-02/2026-05-01', '2026/2025', '2026-05/2026-04-30']) expect(isReversed(reversed), reversed).toBe(true);
    for (const other of ['2026-05-01/2026-05-02', '2026-05-02', '2026-05-02/', '2026-02-30/2026-02-01', '2026/2026-01-01/2025'])
      expect(isReversed(other), other).toBe(false);
  });

  it('is shown to others in whole months or years, and contains the true date', () => {
    const shown = (observedOn: string) => inMonths(dayRange(observedOn)!);
    expect(['2026-05-17', '2026-05', '2026', '2024/2026'].map(shown)).toEqual(['2026-05', '2026-05', '2026', '2024/2026']);
    expect(['2026-05-30/2026-06-01', '2026-01-01/2026-11-30'].map(shown)).toEqual(['2026-05/2026-06', '2026-01/2026-11']);
    fc.assert(
      fc.property(day, day, (one, other) => {
        const days = one < other ? { from: one, to: other } : { from: other, to: one };
        const range = dayRange(inMonths(days))!;
        expect(range.from <= days.from && days.to <= range.to).toBe(true);
        expect(range.from.slice(0, 7) === days.from.slice(0, 7) && range.to.slice(0, 7) === days.to.slice(0, 7)).toBe(true);
      }),
    );
  });

  it('gives an ordered range of valid days for any text it accepts', () => {
    expect(fc.check(fc.property(day, isDay)).failed).toBe(false);
    fc.assert(
      fc.property(fc.string(), (value) => {
        const range = dayRange(value);
        if (range) expect(isDay(range.from) && isDay(range.to) && range.from <= range.to).toBe(true);
      }),
    );
  });
});

describe('periods', () => {
  it('contain today unless they are past, start before they end, and are contiguous', () => {
    // The ten of the specification, of which `all` is the default.
    expect(PERIODS).toEqual([
      'all',
      'today',
      'yesterday',
      'this_week',
      'this_month',
      'previous_month',
      'this_quarter',
      'previous_quarter',
      'this_year',
      'previous_year',
    ]);
    fc.assert(
      fc.property(day, (today) => {
        for (const period of PERIODS) {
          const range = periodRange(period, today);
          if (period === 'all') {
            expect(range).toBeNull();
            continue;
          }
          expect(isDay(range!.from) && isDay(range!.to) && range!.from <= range!.to).toBe(true);
          expect(range!.from <= today && today <= range!.to).toBe(!/^(yesterday|previous)/.test(period));
        }
        for (const unit of ['month', 'quarter', 'year'] as const)
          expect(addDays(periodRange(`previous_${unit}`, today)!.to, 1)).toBe(periodRange(`this_${unit}`, today)!.from);
        const week = periodRange('this_week', today)!;
        expect(new Date(`${week.from}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(addDays(week.from, 6)).toBe(week.to);
      }),
    );
  });

  it('count a record whose whole date range lies inside, and count one without a date only in "all"', () => {
    expect(isInPeriod('2026-05', 'this_month', '2026-05-17')).toBe(true);
    expect(isInPeriod('2026-05', 'this_week', '2026-05-17')).toBe(false);
    expect(isInPeriod('2026', 'this_year', '2026-05-17')).toBe(true);
    expect(isInPeriod('2026', 'this_quarter', '2026-05-17')).toBe(false);
    expect(isInPeriod('2025/2026', 'this_year', '2026-05-17')).toBe(false);
    expect(isInPeriod('2026-05-30/2026-06-01', 'this_month', '2026-05-17')).toBe(false);
    expect(isInPeriod('2026-05-30/2026-06-01', 'this_quarter', '2026-05-17')).toBe(true);
    expect(isInPeriod(null, 'all', '2026-05-17')).toBe(true);
    expect(isInPeriod(null, 'this_year', '2026-05-17')).toBe(false);
  });
});

describe('local times', () => {
  it('survive the conversion to an instant and back, unless skipped by a clock change', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const recent = fc
      .date({ min: new Date('1975-01-01T00:00:00Z'), max: new Date('2037-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(recent, time, zone, (on, [hours, minutes], place) => {
        const wall = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        const instant = resolveInstant(on, wall, place);
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: place, dateStyle: 'short', timeStyle: 'short' }).format(instant);
        // A time skipped by a clock change moves by up to an hour; on the day that Apia skipped in 2011, by a day.
        if (shown !== `${on} ${wall}`) {
          const difference = Date.parse(`${shown.replace(' ', 'T')}:00Z`) - Date.parse(`${on}T${wall}:00Z`);
          expect(difference).toBeGreaterThan(0);
          expect(difference).toBeLessThanOrEqual(24 * 3_600_000);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('give the later instant when skipped by a clock change and the earlier one when repeated', () => {
    expect(resolveInstant('2026-03-29', '02:30', 'Europe/Amsterdam').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(resolveInstant('2026-10-25', '02:30', 'Europe/Amsterdam').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(resolveInstant('0026-05-11', '14:25', 'UTC').toISOString()).toBe('0026-05-11T14:25:00.000Z');
    expect(resolveInstant('0001-01-01', '00:00', 'Asia/Tokyo').toISOString()).toMatch(/^0000-12-31T14:41/);
    expect(resolveInstant('0099-12-31', '23:59', 'America/Chicago').toISOString()).toMatch(/^0100-01-01T05:49/);
    for (let year = 1; year < 100; year++) {
      const day = `${String(year).padStart(4, '0')}-02-28`;
      for (const zone of ['UTC', 'Europe/Amsterdam', 'Asia/Kathmandu', 'America/Chicago'])
        expect(Math.abs(resolveInstant(day, '12:00', zone).getTime() - Date.parse(`${day}T12:00:00Z`))).toBeLessThan(14 * 3_600_000);
    }
    expect(resolveInstant('2026-07-01', '12:00', 'Europe/Amsterdam').toISOString()).toBe('2026-07-01T10:00:00.000Z');
  });

  it('are in the future if they end after tomorrow in UTC; a month or a year has been reached once it has begun', () => {
    const now = new Date('2026-05-31T23:59:00Z');
    const future = ['2026-06-02', '2026-07', '2027', '9999-12-31', '2026-06-02/2026-06-03', '2026-05-31/2026-06-05', '2026-05/2026-07'];
    for (const date of future) expect(isFutureDate(date, now), date).toBe(true);
    for (const date of ['2026-06-01', '2026-06', '2026', '2026-05-31/2026-06-01', '2026-05/2026-06', '2025/2026', '0001-01-01', 'soon'])
      expect(isFutureDate(date, now), date).toBe(false);
  });

  it('give today in a time zone, and treat an unknown zone as UTC', () => {
    const now = new Date('2026-05-31T23:30:00Z');
    expect(todayIn('Pacific/Auckland', now)).toBe('2026-06-01');
    expect(todayIn('America/Los_Angeles', now)).toBe('2026-05-31');
    expect(todayIn('Mars/Olympus', now)).toBe('2026-05-31');
    expect(todayIn(null, now)).toBe('2026-05-31');
    expect([isTimeZone('Europe/Lisbon'), isTimeZone('Factory'), isTimeZone('Mars/Olympus')]).toEqual([true, false, false]);
  });
});

describe('an instant', () => {
  it('is right on each side of a clock change, and for days asked before and after it', () => {
    // Europe/Amsterdam: 29 March 2026 at 02:00 and 25 October 2026 at 03:00; Pacific/Apia skipped 30 December 2011.
    const asked = fc.tuple(
      fc.constantFrom(
        '2026-03-28',
        '2026-03-29',
        '2026-03-30',
        '2026-10-24',
        '2026-10-25',
        '2026-10-26',
        '2011-12-29',
        '2011-12-31',
        '1940-05-16',
      ),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      zone,
    );
    fc.assert(
      fc.property(asked, ([on, hour, minute, where]) => {
        const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        const at = resolveInstant(on, time, where);
        const shown = new Intl.DateTimeFormat('en-CA', {
          timeZone: where,
          dateStyle: 'short',
          timeStyle: 'short',
          hourCycle: 'h23',
        }).format(at);
        // A time that was skipped has no instant of its own.
        const isSkipped = where === 'Europe/Amsterdam' && ((on === '2026-03-29' && hour === 2) || on === '1940-05-16');
        expect(isSkipped || shown).toBe(isSkipped || `${on}, ${time}`);
      }),
      { numRuns: 500 },
    );
  });
});
