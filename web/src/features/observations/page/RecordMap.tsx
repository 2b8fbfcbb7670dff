import { useMemo } from 'react';
import { placeQuery } from '../../../shared/geo/map/place-query';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useLanguage } from '../../../shared/session/session';
import { type AnyObservation, isOwn, describeRecordPlace } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { shapesOfRecord } from '../../../shared/records/record-shapes';

/** A small map of the place, as far as the person may see it. Nothing without a place. */
export function RecordMap({ record }: { record: AnyObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const shapes = useMemo(() => shapesOfRecord(record), [record]);
  const [shape] = shapes;
  const { latitude, longitude } = record;
  if (!shape || latitude == null || longitude == null) return null;
  const place = describeRecordPlace(record, language, t) ?? '';
  return (
    <StillMap
      label={t(shape.kind === 'cell' ? 'observations:page.map_cell' : 'observations:page.map', { place })}
      shapes={shapes}
      to={`/map?${isOwn(record) ? '' : 'whose=everyone&'}${placeQuery({ latitude, longitude })}`}
    />
  );
}
