import { Button } from '@mantine/core';
import { POINT_ZOOM, WORLDWIDE } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useLanguage } from '../../../shared/session/session';
import { groupFrom } from '../../../shared/taxa/GroupSelect';
import { BaseMap } from '../../../shared/geo/map/BaseMap';
import type { MapView } from '../../../shared/geo/map/map-view';
import { makeRecordRequest } from '../../../shared/record-filter/record-query';
import { MapLayout } from '../layout/MapLayout';
import { estimateBounds, useMapStart, WORLD } from '../layout/map-start';
import { Top } from '../filter/Filters';
import { Widen } from '../layout/Widen';
import classes from '../OwnMap.module.css';
import { Legend } from '../ramp/Legend';
import { computeMainExtent, recordFeatures } from '../records-overlay';
import { ChosenPanel } from '../spot/ChosenPanel';
import { useMapTools } from '../spot/use-map-tools';
import { TimeSlider } from '../time/TimeSlider';
import { MapTools } from '../tools/MapTools';
import { PLACE_MARKS, PLACES, useAskedPlaces, usePlaceFeatures, withPlaces } from '../tools/saved-places';
import type { Screen } from '../use-screen';
import { isUnknownPlace, useArea, useTotals } from './area';
import { CellList } from './CellList';
import { useIsDrawnOffline, useLack, useOfflineGroups, useReload } from './offline-squares';
import { everyoneOverlay, type Layer, OWN, TAPPABLE } from './overlay';
import { everyoneAt } from './taps';
import { AreaView, TappedPanel } from './TappedPanel';
import { ATTEMPT, forgetTiles, isUnreachable, tileLoss } from './tiles';

const ALL_TAPPABLE = [...TAPPABLE, ...PLACE_MARKS];
const LISTED = { species: 50, records: 10 };

/** Everyone's public records: cells with counts, points when zoomed in, and a list. */
export function EveryoneMap({ screen }: { screen: Screen }) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
  const { query: filter, changes, step, setStep, own } = screen;
  const { values, location } = filter;
  const [read, write] = useAddressFilter();
  const layer: Layer = read('layer') === 'effort' ? 'effort' : 'records';
  const [view, setView] = useState<MapView | null>(null);
  const [hasPlaces, setPlaces] = useState(useAskedPlaces().isAsked);
  const [hasTime, setTime] = useState(step.year !== null || step.month !== null);
  const [attempt, setAttempt] = useState(0);
  const loss = useStore(tileLoss);
  const query = makeRecordRequest(filter);
  const tiles = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  if (layer === 'effort') tiles.set('layer', layer);
  tiles.set(ATTEMPT, String(attempt));
  const tileQuery = tiles.toString();
  const overlay = useMemo(() => withPlaces(everyoneOverlay(layer, tileQuery)), [layer, tileQuery]);
  const savedPlaces = usePlaceFeatures(hasPlaces);
  const isOfAnother = values.user_id !== undefined || values.unseen === '1';
  const data = useMemo(() => ({ [OWN]: recordFeatures(isOfAnother ? [] : own), [PLACES]: savedPlaces }), [own, isOfAnother, savedPlaces]);
  const { map, choice, setChoice, ...tools } = useMapTools({ overlay, data, hit: everyoneAt, tappable: ALL_TAPPABLE });
  const start = useMapStart(location === WORLDWIDE ? computeMainExtent(own) : null, { location, isAsked: false }, map);
  const bounds = view?.bounds ?? (start ? estimateBounds(start) : WORLD);
  const { data: area, error, isError, isPending, refetch } = useArea(bounds, query);
  const totals = useTotals();
  const retry = () => {
    forgetTiles();
    setAttempt(attempt + 1);
    void refetch();
  };
  useReload(retry);
  const onlyGroups = useOfflineGroups(view, tileQuery);
  const isDrawnOffline = useIsDrawnOffline(view, tileQuery);
  // Offline maps can be asked for a group alone.
  const lack = useLack(bounds, Object.keys(query).length === 1 && layer === 'records' ? groupFrom(values.group ?? null) : null);
  const isOffline = isError ? isUnreachable(error) : loss.isUnreachable;
  const failure = () => {
    if (isUnknownPlace(error)) return t('common:location.place_unknown');
    if (lack && isOffline) return t(`offline_${lack}`, { group: t(`common:group.${values.group as 'bird'}`) });
    return t(isOffline && isDrawnOffline && !area ? 'offline_list' : 'not_loaded');
  };
  const alert = (isError || loss.isLost) && (
    <div className={classes.failure} role="alert">
      <span>{failure()}</span>
      <Button variant="default" onClick={retry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
  // Without totals, the first line of the list says what failed.
  const hasTotals = area && !isError;
  const hasRecords = area?.content && area.records.count > 0;

  return (
    <MapLayout
      label={t('map_everyone')}
      top={<Top screen={screen} />}
      map={
        start && (
          <BaseMap
            label={t('map_everyone')}
            start={start}
            hasSheet
            note={onlyGroups && t('offline_only', { groups: list(onlyGroups.map((group) => t(`common:group.${group}`))) })}
            onView={setView}
            {...tools}
          >
            {map && (
              <>
                {view && <Legend layer={layer} hasPoints={view.zoom >= POINT_ZOOM} hasOwn={own.length > 0 && !isOfAnother} />}
                <MapTools
                  map={map}
                  effort={{ isShown: layer === 'effort', onChange: (isShown) => write({ layer: isShown ? 'effort' : null }) }}
                  hasPlaces={hasPlaces}
                  onPlaces={setPlaces}
                  hasTime={hasTime}
                  onTime={(isShown) => {
                    setTime(isShown);
                    if (!isShown) setStep({ year: null, month: null });
                  }}
                  onSpot={(at) => setChoice({ kind: 'spot', at })}
                />
              </>
            )}
          </BaseMap>
        )
      }
      time={hasTime && <TimeSlider time={step} years={screen.years} onChange={setStep} />}
      summary={hasTotals ? <p className={classes.totals}>{totals(area)}</p> : alert}
    >
      {hasTotals && alert}
      {choice && (
        <ChosenPanel map={map} choice={choice} onChange={setChoice}>
          {(tapped) => (
            <TappedPanel tapped={tapped} query={query} isDrawnOffline={isDrawnOffline} onPerson={(id) => changes.change({ user_id: id })} />
          )}
        </ChosenPanel>
      )}
      {isPending && <TaxonRowSkeletons label={t('loading_everyone')} />}
      {area && !hasRecords && (
        <Widen
          query={filter}
          changes={changes}
          onZoomOut={map ? () => map.zoomTo(map.getZoom() - 2) : undefined}
          sentence={t('none_here')}
        />
      )}
      {map && <CellList map={map} layer={layer} onChoose={(what) => setChoice({ kind: 'tapped', what })} />}
      {area?.content && hasRecords && <AreaView content={area.content} {...LISTED} />}
    </MapLayout>
  );
}
