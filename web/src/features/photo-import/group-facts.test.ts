import { describe, expect, it } from 'vitest';
import type { FormPatch } from '../recording/form-values';
import { formAtNoon } from '../recording/testing/records';
import { whenText, whereText } from './group-facts';

describe('the date of a record on the board', () => {
  it.each<[FormPatch, string | null]>([
    [{}, '10 Mei 2026, 12:00'],
    [{ date_kind: 'month', month: '2026-05' }, 'Mei 2026'],
    [{ date_kind: 'year', month: '2026-05' }, '2026'],
    [{ date_kind: 'kept', kept_date: '2026-05-01/2026-05-03' }, '1–3 Mei 2026'],
    [{ date_kind: 'unknown' }, null],
    // Half entered, which the form reports on save.
    [{ date_kind: 'month', day: '', month: '2026-' }, null],
    [{ date_kind: 'day', day: '', month: '2026-05' }, null],
    [{ date_kind: 'kept', kept_date: '2026-05-01/' }, null],
  ])('is as precise as it was entered: %o', (values, text) => {
    expect(whenText(formAtNoon(values), 'af')).toBe(text);
  });
});

it('has the uncertainty of its place in the units of the person', () => {
  const values = formAtNoon({ latitude: 52, longitude: 5, coordinate_uncertainty_m: 30 });
  expect(whereText(values, 'metric', 'en')).toMatch(/ ± 30\u00a0m$/);
  expect(whereText(values, 'imperial', 'en')).toMatch(/ ± 98\u00a0ft$/);
});
