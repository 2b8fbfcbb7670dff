import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlaceWords } from '../../../shared/geo/data';
import { type MapPlace, type MapPoint, readMapPoint } from '../../../shared/geo/map/map-view';
import { placeQuery } from '../../../shared/geo/map/place-query';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import classes from './ChosenPanel.module.css';
import { Measure } from './Measure';
import spot from './Spot.module.css';
import { type Choice, pointOfChoice } from './use-map-tools';
import { wantsStill } from '../../../ui/motion';

interface Props<T> {
  map: MapLibre | null;
  choice: NonNullable<Choice<T>>;
  onChange: (choice: Choice<T>) => void;
  /** Renders what was tapped. */
  children: (what: T) => ReactNode;
}

/** Details and actions for the current selection, shown above the list. */
export function ChosenPanel<T>({ map, choice, onChange, children }: Props<T>) {
  const { t } = useTranslation(['map', 'common']);
  const panel = useRef<HTMLElement>(null);
  const show = useEffectEvent(() => {
    const box = panel.current;
    if (!box) return;
    // Leave the focus on the map if it has it, so that the arrow keys keep panning.
    if (!(document.activeElement instanceof HTMLCanvasElement)) box.focus({ preventScroll: true });
    const covered = reveal(box);
    const at = pointOfChoice(choice);
    if (map && at) keepInSight(map, at, covered);
  });
  const chosen = choice.kind === 'tapped' ? choice.what : choice.kind;
  useEffect(() => show(), [chosen]);
  const close = () => {
    onChange(null);
    map?.getCanvas().focus({ preventScroll: true });
  };
  return (
    <section className={classes.panel} ref={panel} tabIndex={-1} aria-label={t('chosen')}>
      <ActionIcon className={classes.close} aria-label={t('common:action.close')} title={t('common:action.close')} onClick={close}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
      {choice.kind === 'tapped' && children(choice.what)}
      {choice.kind === 'spot' && <Spot at={choice.at} onMeasure={() => onChange({ kind: 'measure', points: [choice.at] })} />}
      {choice.kind === 'measure' && (
        <Measure
          points={choice.points}
          onChange={(points) => onChange({ kind: 'measure', points })}
          centre={() => (map ? readMapPoint(map.getCenter()) : null)}
        />
      )}
    </section>
  );
}

/** Scrolls the panel into view, covering at most half of the map. Returns how much of the map is covered then. */
function reveal(panel: HTMLElement): number {
  const map = document.querySelector<HTMLElement>('[data-map-box]');
  const { top, bottom } = panel.getBoundingClientRect();
  const hidden = bottom + BELOW_PX - window.innerHeight;
  const behavior = wantsStill() ? 'instant' : 'smooth';
  if (top < ABOVE_PX) panel.scrollIntoView({ block: 'start', behavior });
  else if (map && hidden > 0) {
    const to = Math.min(window.scrollY + hidden, Math.max(window.scrollY, map.offsetHeight / 2));
    window.scrollTo({ top: to, behavior });
    // Beside the map, or above it in the flow of the page, nothing is covered.
    return getComputedStyle(map).position === 'sticky' && map.getBoundingClientRect().right > panel.getBoundingClientRect().left ? to : 0;
  }
  return 0;
}

/** Moves the map so that a point is not under the sheet. */
function keepInSight(map: MapLibre, { latitude, longitude }: MapPoint, covered: number): void {
  const visible = map.getContainer().clientHeight - covered;
  const { y } = map.project([longitude, latitude]);
  if (covered > 0 && y > visible - MARK_PX) map.panBy([0, y - visible / 2], { animate: !wantsStill() });
}

/** Around the mark of a point. */
const MARK_PX = 32;

/** Room for what stays at the top of the screen, and for the app's bottom bar on phones. */
const ABOVE_PX = 120;
const BELOW_PX = 96;

interface SpotProps {
  at: MapPlace;
  onMeasure: () => void;
}

/** Names a point on the map and offers actions for it. */
function Spot({ at, onMeasure }: SpotProps) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  const words = usePlaceWords(at);
  const query = placeQuery(at);
  return (
    <>
      <div role="status">
        <p className={spot.words}>{words ?? formatRecordCoordinates(at, language)}</p>
        {words && <p className={spot.coordinates}>{formatRecordCoordinates(at, language)}</p>}
      </div>
      <div className={spot.actions}>
        <Button component={Link} to={`/observe?${query}`}>
          {t('record_here')}
        </Button>
        <Button component={Link} to={`/settings/my-locations?${query}`} variant="default">
          {t('save_place')}
        </Button>
        <Button variant="default" onClick={onMeasure}>
          {t('measure_from')}
        </Button>
        <Button component={Link} to={`/tile-requests?new=1&${query}`} variant="default">
          {t('keep_offline')}
        </Button>
      </div>
    </>
  );
}
