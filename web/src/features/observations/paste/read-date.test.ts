import { describe, expect, it } from 'vitest';
import { type DateReading, readDate, readTime } from './read-date';

const on = (reading: DateReading) => ('fault' in reading ? reading.fault : [reading.on, reading.time].filter(Boolean).join(' '));

describe('dates of a spreadsheet', () => {
  it.each([
    ['2026-04-03', '2026-04-03'],
    ['2026-04-03T07:05', '2026-04-03 07:05'],
    ['2026-04-03 07:05:33', '2026-04-03 07:05'],
    ['2026/4/3', '2026-04-03'],
    ['2026-04', '2026-04'],
    ['2026', '2026'],
    ['2026-05-01/2026-05-03', '2026-05-01/2026-05-03'],
    ['3.4.2026', '2026-04-03'],
    ['03. 04. 2026', '2026-04-03'],
    ['13/4/2026', '2026-04-13'],
    ['4/13/2026 2:05 PM', '2026-04-13 14:05'],
    ['4/4/2026', '2026-04-04'],
    ['3 May 2026', '2026-05-03'],
    ['May 3rd, 2026', '2026-05-03'],
    ['3. Mai 2026', '2026-05-03'],
    ['3 mei 2026 7.05', '2026-05-03 07:05'],
    ['3 août 2026', '2026-08-03'],
    ['3 de março de 2026', '2026-03-03'],
    ['3 sty 2026', '2026-01-03'],
    ['3 września 2026', '2026-09-03'],
    ['1 Desember 2026', '2026-12-01'],
    ['mayo 2026', '2026-05'],
  ])('read %s as %s', (text, meant) => {
    expect(on(readDate(text, null))).toBe(meant);
  });

  it('that can be two days wait for the order, and only those', () => {
    expect(on(readDate('3/4/2026', null))).toBe('ambiguous');
    expect(on(readDate('3-4-2026 07:05', null))).toBe('ambiguous');
    expect(on(readDate('3/4/2026', 'day_first'))).toBe('2026-04-03');
    expect(on(readDate('3/4/2026', 'month_first'))).toBe('2026-03-04');
    expect(on(readDate('13/4/2026', 'month_first'))).toBe('2026-04-13');
  });

  it.each([
    ['3/4/26', 'two_digit_year'],
    ['2026-02-30', 'date'],
    ['30/02/2026', 'date'],
    ['yesterday', 'date'],
    ['3 May', 'date'],
    ['46115', 'date'],
    ['May June 2026', 'date'],
    ['2026-04-03T07:05Z', 'zone'],
    ['2026-04-03T07:05+02:00', 'zone'],
    ['2026-04 07:05', 'time'],
    ['2026-04-03 25:10', 'time'],
  ])('that say something else are refused: %s', (text, fault) => {
    expect(on(readDate(text, null))).toBe(fault);
  });

  it('have times of day in the usual forms', () => {
    expect(['7:05', '07.05', '7h05', '12:10 am', '12:10 PM', '7:05 p.m.'].map(readTime)).toEqual([
      '07:05',
      '07:05',
      '07:05',
      '00:10',
      '12:10',
      '19:05',
    ]);
    expect(['705', '7', '24:00', '13:00 pm', 'noon'].map(readTime)).toEqual([null, null, null, null, null]);
  });
});
