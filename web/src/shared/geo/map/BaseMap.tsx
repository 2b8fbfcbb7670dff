import { ActionIcon, Modal } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { MapSource } from '@veld/contract';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useMaybeUser } from '../../session/session';
import { GRID_ZOOM } from './graticule';
import type { MapStart, MapView } from './map-view';
import type { OpenedSource } from './sources/opened-source';
import { boxesIn } from './sources/operators';
import { chosenSource, mapSources } from './sources/settings';
import { SourceChoice } from './sources/SourceChoice';
import type { Overlay } from './style/map-style';
import { type MapData, useMap } from './use-map';
import classes from './BaseMap.module.css';

const EXAMPLE = 'npm run map -- add netherlands-latest.osm.pbf';

const BUILT_IN = 'GeoNames (CC BY 4.0), Natural Earth';

interface Props {
  /** What the map shows, for screen readers. */
  label: string;
  /** The initial view; later changes have no effect. */
  start: MapStart;
  /** Layers over the map; the same object as long as they stay the same. */
  overlay?: Overlay;
  data?: MapData;
  onView?: (view: MapView) => void;
  /** Called once the map exists. The function it returns is called when the map is removed. */
  onMap?: (map: MapLibre) => () => void;
  /** What the map lacks of what it should show. */
  note?: string | null;
  /** Whether the screen has the choice of maps, and on phones the zoom, in a sheet of its own. */
  hasSheet?: boolean;
  /** Shown over the map. */
  children?: ReactNode;
  /** Shown where the device cannot draw a map, instead of a sentence that says so. */
  fallback?: ReactNode;
}

const NO_OVERLAY: Overlay = { sources: {}, layers: () => [] };
const NO_DATA: MapData = {};

/** The map: the built-in one, or a source of the operator over it. One sentence where the device cannot draw one. */
export function BaseMap({
  label,
  start,
  overlay = NO_OVERLAY,
  data = NO_DATA,
  onView,
  onMap,
  note,
  hasSheet = false,
  children,
  fallback,
}: Props) {
  const { t } = useTranslation('geo');
  const box = useRef<HTMLDivElement>(null);
  const [closeTo, setCloseTo] = useState<GeoJSON.Position | null>(null);
  const lost = useLostSource();
  const { map, isImpossible, hasTiles, source } = useMap({
    box,
    label,
    start,
    overlay,
    data,
    onView: (view) => {
      setCloseTo(view.zoom >= GRID_ZOOM ? [view.longitude, view.latitude] : null);
      onView?.(view);
    },
  });
  const made = useEffectEvent((one: MapLibre) => onMap?.(one));
  useEffect(() => (map ? made(map) : undefined), [map]);

  if (isImpossible) return fallback ?? <p className={classes.impossible}>{t('map.impossible')}</p>;
  return (
    <div className={classes.frame}>
      <div ref={box} className={classes.map} data-map="loading" />
      {map && (
        <div className={classes.zoom} data-sheet={hasSheet || undefined}>
          <ActionIcon variant="default" aria-label={t('map.zoom_in')} title={t('map.zoom_in')} onClick={() => map.zoomIn()}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('map.zoom_out')} title={t('map.zoom_out')} onClick={() => map.zoomOut()}>
            <IconMinus size={20} aria-hidden />
          </ActionIcon>
          {!hasSheet && <SourceChoice />}
        </div>
      )}
      <div className={classes.notes} data-sheet={hasSheet || undefined}>
        {lost && hasTiles ? (
          <p className={classes.note} role="status">
            {t('map.source_lost', { name: lost.name })}
          </p>
        ) : (
          closeTo && hasTiles && !hasStreets(source, closeTo) && <NoStreets className={classes.note} />
        )}
        {!hasTiles && (
          <p className={classes.note} role="status">
            {t('map.no_tiles')}
          </p>
        )}
        {note && (
          <p className={classes.note} role="status">
            {note}
          </p>
        )}
      </div>
      <Credits source={source} className={classes.sources} ref={measureCredits} />
      {children}
    </div>
  );
}

/** Whether a source has what the built-in map lacks. */
function hasStreets(source: OpenedSource | null, [longitude = 0, latitude = 0]: GeoJSON.Position): boolean {
  if (!source?.cover) return source !== null;
  return boxesIn(source.cover).some(
    ({ west, south, east, north }) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
}

/** The scale bar stands above the credits, however many lines they take. */
function measureCredits(credits: HTMLElement | null): (() => void) | undefined {
  const frame = credits?.parentElement;
  if (!frame) return undefined;
  const watch = new ResizeObserver(() => frame.style.setProperty('--credits', `${credits.offsetHeight}px`));
  watch.observe(credits);
  return () => watch.disconnect();
}

interface CreditsProps {
  source: OpenedSource | null;
  className: string | undefined;
  ref?: Ref<HTMLParagraphElement>;
}

/** The credits of the maps. The built-in one is below every other. */
function Credits({ source, className, ref }: CreditsProps) {
  return (
    <p ref={ref} className={className}>
      {source?.credit && (
        <>
          {source.creditUrl ? (
            <a href={source.creditUrl} target="_blank" rel="noreferrer">
              {source.credit}
            </a>
          ) : (
            source.credit
          )}
          {', '}
        </>
      )}
      {BUILT_IN}
    </p>
  );
}

/** Says that the built-in map ends here, and shows admins how to add a map with streets. */
function NoStreets({ className }: { className: string | undefined }) {
  const { t } = useTranslation(['geo', 'common']);
  const user = useMaybeUser();
  const hasSources = useStore(mapSources, ({ settings }) => settings.sources.length > 0);
  const [isOpen, setOpen] = useState(false);
  const isAdmin = user?.roles.includes('admin') ?? false;
  const canAdd = isAdmin && !hasSources;
  return (
    <>
      <p className={`${className} ${classes.noStreetsNote}`}>
        {t('map.no_streets')}
        {canAdd && (
          <>
            {' '}
            <button type="button" className={classes.more} onClick={() => setOpen(true)}>
              {t('map.add_source')}
            </button>
          </>
        )}
      </p>
      {canAdd && (
        <Modal
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('map.add_source')}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <p>{t('map.add_source_how')}</p>
          <pre className={classes.example}>{EXAMPLE}</pre>
          <p>{t('map.add_source_more', { file: 'docs/maps.md' })}</p>
        </Modal>
      )}
    </>
  );
}

/** The chosen source if it could not be read. */
function useLostSource(): MapSource | null {
  return useStore(mapSources, (state) => (state.lost !== null && state.lost === state.chosen ? chosenSource(state) : null));
}
