import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import { extentOfShapes } from '../../../shared/geo/still/shapes';
import { LINES, lineFeatures, TRACK_OVERLAY } from '../page/track-overlay';
import type { Entry } from './entries';
import classes from './LinesMap.module.css';
import type { Summaries } from './totals';

/** The lines of all journeys; a tap opens one. */
export default function LinesMap({ entries, summaries }: { entries: readonly Entry[]; summaries: Summaries }) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const journeys = entries.flatMap((entry) => (entry.kind === 'journey' ? [entry.journey.id] : []));
  const drawn = journeys.filter((id) => summaries.get(id)?.lines.length);
  const key = drawn.join();
  const data = useMemo(() => {
    const ids = key === '' ? [] : key.split(',');
    return {
      [LINES]: {
        type: 'FeatureCollection' as const,
        features: ids.flatMap((id) => lineFeatures(summaries.get(id)!.lines, id).features),
      },
    };
  }, [key, summaries]);
  const start = useMemo(() => {
    const shapes = drawn.map((id) => ({ kind: 'line' as const, parts: summaries.get(id)!.lines }));
    return extentOfShapes(shapes);
  }, [drawn, summaries]);
  const onMap = (map: MapLibre) => {
    const open = (event: MapMouseEvent & { features?: { properties: { id?: unknown } }[] }) => {
      const id = event.features?.[0]?.properties.id;
      if (typeof id === 'string') void navigate(`/journey/${id}`);
    };
    // The halo is wider than the line, and so easier to tap.
    map.on('click', 'journey_halo', open);
    return () => void map.off('click', 'journey_halo', open);
  };
  if (!start) return <p className={classes.note}>{t('map.none')}</p>;
  const untracked = journeys.length - drawn.length;
  return (
    <>
      <div className={classes.map}>
        <BaseMap label={t('map.label', { count: drawn.length })} start={start} overlay={TRACK_OVERLAY} data={data} onMap={onMap} />
      </div>
      {untracked > 0 && <p className={classes.note}>{t('map.without', { count: untracked })}</p>}
    </>
  );
}
