import { describe, expect, it } from 'vitest';
import { localObservation } from '../species/testing/rows';
import { geoAddress, isPlaced, type PlacedRecord, placeLines } from './places';

const record = (observed_on: string | null, country_code: string | null, uncertainty?: number) =>
  localObservation(
    { taxon_id: 1, observed_on, latitude: 52.123456789, longitude: -5.5, coordinate_uncertainty_m: uncertainty },
    { country_code },
  ) as PlacedRecord;

describe('own records with a place', () => {
  it('exclude those without coordinates', () => {
    expect(isPlaced(localObservation({ taxon_id: 1 }))).toBe(false);
    expect(isPlaced(localObservation({ taxon_id: 1, latitude: 0, longitude: 10 }))).toBe(true);
  });

  it('are grouped by country, the one with most first, and by month, latest first', () => {
    const lines = placeLines([
      record('2026-05-01', null),
      record('2026-04-02', 'FR'),
      record('2025-12-31', 'NL'),
      record('2026-05-09', 'NL'),
      record(null, 'NL'),
      record('2026-05-20', 'NL'),
    ]);
    expect(
      lines.map((line) =>
        line.kind === 'country' ? `${line.country} ${line.records}` : line.kind === 'month' ? line.month : line.record.observed_on,
      ),
    ).toEqual([
      'NL 4',
      '2026-05',
      '2026-05-20',
      '2026-05-09',
      '2025-12',
      '2025-12-31',
      null,
      null,
      'FR 1',
      '2026-04',
      '2026-04-02',
      'null 1',
      '2026-05',
      '2026-05-01',
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('are listed under their year or period, never under a month made up from it', () => {
    const lines = placeLines(
      ['2026', '2026-05', '2026-05-02/2026-05-04', '2026-04-30/2026-05-02', '2026-01-01'].map((date) => record(date, 'NL')),
    );
    expect(
      lines.flatMap((line) => (line.kind === 'month' ? [line.month] : line.kind === 'record' ? [line.record.observed_on] : [])),
    ).toEqual([
      '2026-05',
      '2026-05-02/2026-05-04',
      '2026-05',
      '2026-04/2026-05',
      '2026-04-30/2026-05-02',
      '2026-01',
      '2026-01-01',
      '2026',
      '2026',
    ]);
  });

  it('have a geo URI with their uncertainty', () => {
    expect(geoAddress(record('2026-05-01', 'NL', 25.4))).toBe('geo:52.123457,-5.5;u=25');
    expect(geoAddress(record('2026-05-01', 'NL'))).toBe('geo:52.123457,-5.5');
  });
});
