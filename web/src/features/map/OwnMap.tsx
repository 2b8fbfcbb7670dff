import { Button } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BaseMap } from '../geo/map/BaseMap';
import type { MapBounds } from '../geo/map/graticule';
import { onLongPress } from '../geo/map/long-press';
import { type MapPoint, type MapView, pointOf } from '../geo/map/map-view';
import { extentOf } from './extent';
import classes from './OwnMap.module.css';
import { Panel } from './Panel';
import type { PlacedRecord } from './places';
import { RecordRow } from './RecordRow';
import { onRecordTap } from './record-taps';
import { RECORDS, recordFeatures, RECORDS_OVERLAY, SPOT, spotFeatures } from './records-overlay';
import { Spot } from './Spot';
import { viewTotals } from './view-totals';

type Chosen = { kind: 'records'; ids: readonly string[] } | { kind: 'spot'; at: MapPoint } | null;

const WORLD: MapBounds = { west: -170, south: -60, east: 190, north: 75 };

interface Props {
  records: readonly PlacedRecord[];
  /** The map shows all records again when this changes. */
  area: string | null;
}

/** Own records on the built-in map. */
export function OwnMap({ records, area }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  const [chosen, setChosen] = useState<Chosen>(null);
  const points = useMemo(() => recordFeatures(records), [records]);
  const spot = chosen?.kind === 'spot' ? chosen.at : null;
  const data = useMemo(() => ({ [RECORDS]: points, [SPOT]: spotFeatures(spot) }), [points, spot]);
  const totals = useMemo(() => view && viewTotals(records, view.bounds), [records, view]);
  const [start] = useState(() => extentOf(records) ?? WORLD);
  useFit(map, records, area);

  const made = (one: MapLibre) => {
    setMap(one);
    const stopTaps = onRecordTap(one, (ids) => setChosen(ids.length > 0 ? { kind: 'records', ids } : null));
    const stopPress = onLongPress(one, (at) => setChosen({ kind: 'spot', at: pointOf(at) }));
    return () => {
      stopTaps();
      stopPress();
      setMap(null);
    };
  };
  const tapped = chosen?.kind === 'records' ? records.filter(({ id }) => chosen.ids.includes(id)) : [];

  return (
    <section className={classes.section} aria-label={t('map')}>
      <div className={classes.map}>
        <BaseMap label={t('map')} start={start} overlay={RECORDS_OVERLAY} data={data} onView={setView} onMap={made}>
          {tapped.length > 0 && (
            <Panel onClose={() => setChosen(null)}>
              {tapped.map((record) => (
                <RecordRow key={record.id} record={record} />
              ))}
            </Panel>
          )}
          {spot && (
            <Panel onClose={() => setChosen(null)}>
              <Spot at={spot} />
            </Panel>
          )}
        </BaseMap>
      </div>
      {map && totals && view && (
        <div className={classes.below}>
          <p className={classes.totals}>
            {t('in_view', {
              records: t('common:count.records', { count: totals.records }),
              species: t('common:count.species', { count: totals.species }),
            })}
          </p>
          {/* What a long press does, for keyboards and for people who cannot hold still. */}
          <Button
            variant="default"
            leftSection={<IconMapPinPlus size={20} aria-hidden />}
            onClick={() => setChosen({ kind: 'spot', at: pointOf(map.getCenter()) })}
          >
            {t('use_centre')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Shows all records after another area was chosen. */
function useFit(map: MapLibre | null, records: readonly PlacedRecord[], area: string | null): void {
  const shown = useRef(area);
  const fit = useEffectEvent((one: MapLibre) => {
    const extent = extentOf(records);
    if (extent) one.fitBounds([extent.west, extent.south, extent.east, extent.north], { padding: 40, maxZoom: 12 });
  });
  useEffect(() => {
    if (!map || area === shown.current) return;
    shown.current = area;
    fit(map);
  }, [map, area]);
}
