import { useMemo } from 'react';
import type { StillShape } from '../geo/still/shapes';
import { StillMap } from '../geo/still/StillMap';
import type { LocalFact } from './own';
import { type AnyObservation, useRecordTranslation } from './record-labels';
import { shapesOfRecords } from './record-shapes';

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
