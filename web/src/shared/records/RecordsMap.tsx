import { shownCell } from '@veld/contract';
import { useMemo } from 'react';
import type { StillShape } from '../geo/still/shapes';
import { StillMap } from '../geo/still/StillMap';
import type { LocalFact } from './own';
import { type AnyObservation, useRecordTranslation } from './record-labels';

/** More points than this hide each other: they become cells with counts. */
const MAX_POINTS = 60;

interface Props {
  records: readonly (AnyObservation | LocalFact)[];
  /** Drawn below the records; the same array as long as it stays the same. */
  below?: readonly StillShape[];
  /** Instead of how many records it shows. */
  label?: string;
  to?: string;
  maxZoom?: number;
}

/** A small map of records, as far as the person may see their places. Nothing without any place. */
export function RecordsMap({ records, below, label, to = '/map', maxZoom }: Props) {
  const t = useRecordTranslation();
  const shapes = useMemo(() => [...(below ?? []), ...shapesOfRecords(records)], [below, records]);
  if (shapes.length === 0) return null;
  const text = label ?? t('observations:page.map_records', { records: t('common:count.records', { count: records.length }) });
  return <StillMap label={text} shapes={shapes} to={to} {...(maxZoom !== undefined && { maxZoom })} />;
}

/**
 * What a map shows of a record: for its owner the true place, for others the public one. A place that hides is its cell of the obscuring
 * grid, never a point; a private one is nothing.
 */
export function shapesOfRecord(record: AnyObservation | LocalFact): StillShape[] {
  const { latitude, longitude, coordinate_uncertainty_m: uncertainty_m } = record;
  if (latitude == null || longitude == null) return [];
  const isOwn = 'saved_at' in record;
  if (isOwn || !record.is_obscured) return [{ kind: 'point', latitude, longitude, uncertainty_m }];
  return [{ ...cellOf(latitude, longitude, uncertainty_m), records: 1, isObscured: true }];
}

function cellOf(latitude: number, longitude: number, uncertainty: number | null | undefined = null) {
  const { west, south, east, north } = shownCell({ latitude, longitude, coordinate_uncertainty_m: uncertainty });
  return { kind: 'cell' as const, west, south, east, north };
}

/** What a map shows of many records. */
export function shapesOfRecords(records: readonly (AnyObservation | LocalFact)[]): StillShape[] {
  const shapes = records.flatMap(shapesOfRecord);
  const points = shapes.filter((shape) => shape.kind === 'point');
  const cells = mergeCells(shapes.filter((shape) => shape.kind === 'cell'));
  if (points.length <= MAX_POINTS) return [...cells, ...points];
  return mergeCells([...cells, ...points.map(({ latitude, longitude }) => ({ ...cellOf(latitude, longitude), records: 1 }))]);
}

type Cell = Extract<StillShape, { kind: 'cell' }>;

/** Each cell once, with the records of all its copies. */
function mergeCells(cells: readonly Cell[]): Cell[] {
  const merged = new Map<string, Cell>();
  for (const cell of cells) {
    const key = `${cell.west} ${cell.south} ${cell.isObscured ?? false}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, records: known.records + cell.records } : cell);
  }
  return [...merged.values()];
}
