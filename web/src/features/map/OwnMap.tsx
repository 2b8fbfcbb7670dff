import { Button } from '@mantine/core';
import type { GeoJSONSource, Map as MapLibre, Point } from 'maplibre-gl';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { latestFirst } from '../../local/records/lists/latest-first';
import { BaseMap } from '../../shared/geo/map/BaseMap';
import type { MapBounds } from '../../shared/geo/map/graticule';
import { isInView, type MapView } from '../../shared/geo/map/map-view';
import { foundSpeciesId, useFetchState } from '../../shared/records/own';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { useLanguage } from '../../shared/session/session';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { useMapStart } from './layout/map-start';
import { MapLayout } from './layout/MapLayout';
import { Top } from './filter/Filters';
import { Widen } from './layout/Widen';
import type { PlacedRecord } from './places';
import { RecordList, RecordRow } from './RecordList';
import { CLUSTERS, computeMainExtent, POINTS, recordFeatures, RECORDS, RECORDS_OVERLAY, TAPPABLE } from './records-overlay';
import { ChosenPanel } from './spot/ChosenPanel';
import { reachAround, useMapTools, type Way } from './spot/use-map-tools';
import { TimeSlider } from './time/TimeSlider';
import { MapTools } from './tools/MapTools';
import { PLACE_MARKS, placeAt, PLACES, useAskedPlaces, usePlaceFeatures, withPlaces } from './tools/saved-places';
import type { Screen } from './use-screen';
import classes from './OwnMap.module.css';

interface Props {
  screen: Screen;
  places: { placed: readonly PlacedRecord[]; without: number };
}

const OVERLAY = withPlaces(RECORDS_OVERLAY);
const ALL_TAPPABLE = [...TAPPABLE, ...PLACE_MARKS];

/** The user's own records, on the map and as a list. */
export function OwnMap({ screen, places }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const { query, changes, step, setStep, own: records } = screen;
  const { location } = query;
  const [view, setView] = useState<MapView | null>(null);
  const asked = useAskedPlaces();
  const [hasPlaces, setPlaces] = useState(asked.isAsked);
  const [hasTime, setTime] = useState(step.year !== null || step.month !== null);
  const savedPlaces = usePlaceFeatures(hasPlaces);
  const data = useMemo(() => ({ [RECORDS]: recordFeatures(records), [PLACES]: savedPlaces }), [records, savedPlaces]);
  const { map, choice, setChoice, ...tools } = useMapTools({ overlay: OVERLAY, data, hit: recordsAt, tappable: ALL_TAPPABLE });
  const isAsked = asked.isAsked || Object.keys(query.values).length > 0;
  const start = useMapStart(computeMainExtent(asked.points?.length ? asked.points : records), { location, isAsked }, map);
  const totals = useMemo(() => view && viewTotals(records, view.bounds), [records, view]);
  const nameOfCountry = (country: string | null) => (country ? countryName(country, language) : t('no_country'));
  const isEmpty = places.placed.length === 0;
  const hasAll = useFetchState() === 'fetched';

  return (
    <MapLayout
      label={t('map')}
      top={<Top screen={screen} />}
      map={
        start &&
        asked.points && (
          <BaseMap label={t('map')} start={start} hasSheet onView={setView} {...tools}>
            {map && (
              <MapTools
                map={map}
                hasPlaces={hasPlaces}
                onPlaces={setPlaces}
                hasTime={hasTime}
                onTime={(isShown) => {
                  setTime(isShown);
                  if (!isShown) setStep({ year: null, month: null });
                }}
                onSpot={(at) => setChoice({ kind: 'spot', at })}
              />
            )}
          </BaseMap>
        )
      }
      time={hasTime && <TimeSlider time={step} years={screen.years} onChange={setStep} />}
      summary={
        map &&
        totals &&
        (totals.records > 0 || hasAll) && (
          <p className={classes.totals}>
            {t('in_view', {
              records: t('common:count.records', { count: totals.records }),
              species: t('common:count.species', { count: totals.species }),
            })}
          </p>
        )
      }
    >
      {choice && (
        <ChosenPanel map={map} choice={choice} onChange={setChoice}>
          {(ids) =>
            latestFirst(records.filter(({ id }) => ids.includes(id))).map((record) => <RecordRow key={record.id} record={record} />)
          }
        </ChosenPanel>
      )}
      {isEmpty ? (
        <OwnEmptyState
          drawing={<HillPath />}
          sentence={t('empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : records.length === 0 ? (
        <Widen query={query} changes={changes} sentence={t('none')} />
      ) : (
        <>
          {records.length === places.placed.length && places.without > 0 && (
            <p className={classes.without}>{t('without', { count: places.without })}</p>
          )}
          <RecordList records={records} nameOfCountry={nameOfCountry} />
        </>
      )}
    </MapLayout>
  );
}

/** Ids of the records at a screen position, else the saved place there, or null. Zooms in if there is a cluster. */
function recordsAt(map: MapLibre, point: Point): string[] | Way | null {
  if (!map.getLayer(POINTS)) return null;
  const found = map.queryRenderedFeatures(reachAround(point), { layers: [CLUSTERS, POINTS] });
  const cluster = found.find(({ properties }) => properties.cluster);
  if (cluster) {
    void enlarge(map, cluster);
    return null;
  }
  if (found.length === 0) return placeAt(map, point, true);
  return [...new Set(found.map(({ properties }) => String(properties.id)))];
}

async function enlarge(map: MapLibre, { geometry, properties }: GeoJSON.Feature): Promise<void> {
  const source = map.getSource<GeoJSONSource>(RECORDS);
  if (!source || geometry.type !== 'Point' || !properties) return;
  const zoom = await source.getClusterExpansionZoom(properties.cluster_id as number);
  map.easeTo({ center: geometry.coordinates as [number, number], zoom });
}

/** Counts the records within the bounds and the species found in them. */
export function viewTotals(records: readonly PlacedRecord[], bounds: MapBounds): { records: number; species: number } {
  const inView = records.filter((record) => isInView(record, bounds));
  return { records: inView.length, species: new Set(inView.map(foundSpeciesId).filter((id) => id !== null)).size };
}
