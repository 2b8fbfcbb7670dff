import { obscuredCell, type PublicObservation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { recordOfForm } from '../../features/recording/testing/records';
import { shapesOfRecord, shapesOfRecords } from './RecordsMap';

const place = { latitude: 52.0907, longitude: 5.1214 };
const cell = obscuredCell(place.latitude, place.longitude);
const own = recordOfForm({ ...place, coordinate_uncertainty_m: 20 });
const theirs = (fields: Partial<PublicObservation>) => {
  const { saved_at: _, ...rest } = own;
  return { ...rest, is_obscured: false, ...place, ...fields } as PublicObservation;
};
const hidden = theirs({ is_obscured: true, latitude: cell.latitude, longitude: cell.longitude });

describe('what a map shows of a record', () => {
  it('is the true place with its uncertainty for its owner, also if it is hidden from others', () => {
    const point = { kind: 'point', ...place, uncertainty_m: 20 };
    expect(shapesOfRecord(own)).toEqual([point]);
    expect(shapesOfRecord({ ...own, geoprivacy: 'obscured', is_obscured: true })).toEqual([point]);
  });

  it('is the cell for others if the place is hidden, and nothing without a place', () => {
    const { west, south, east, north } = cell;
    expect(shapesOfRecord(hidden)).toEqual([{ kind: 'cell', west, south, east, north, records: 1, isObscured: true }]);
    expect(shapesOfRecord(theirs({ is_obscured: true, latitude: null, longitude: null }))).toEqual([]);
  });

  it('has each cell once, and cells instead of points that would hide each other', () => {
    expect(shapesOfRecords([hidden, hidden, theirs({})])).toEqual([
      expect.objectContaining({ kind: 'cell', records: 2, isObscured: true }),
      expect.objectContaining({ kind: 'point' }),
    ]);
    const many = shapesOfRecords([hidden, ...Array.from({ length: 61 }, () => theirs({}))]);
    expect(many.map((shape) => shape.kind === 'cell' && [shape.records, shape.isObscured ?? false])).toEqual([
      [1, true],
      [61, false],
    ]);
  });
});
