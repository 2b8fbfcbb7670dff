import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readMapPoint } from '../../../shared/geo/map/map-view';
import classes from './ChosenPanel.module.css';
import { Measure } from './Measure';
import { Spot } from './Spot';
import type { Choice } from './use-map-tools';
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
    reveal(box);
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

/** Scrolls the panel into view, covering at most half of the map. */
function reveal(panel: HTMLElement): void {
  const map = document.querySelector<HTMLElement>('[data-map-box]');
  const { top, bottom } = panel.getBoundingClientRect();
  const hidden = bottom + BELOW_PX - window.innerHeight;
  const behavior = wantsStill() ? 'instant' : 'smooth';
  if (top < ABOVE_PX) panel.scrollIntoView({ block: 'start', behavior });
  else if (map && hidden > 0)
    window.scrollTo({ top: Math.min(window.scrollY + hidden, Math.max(window.scrollY, map.offsetHeight / 2)), behavior });
}

/** Room for what stays at the top of the screen, and for the app's bottom bar on phones. */
const ABOVE_PX = 120;
const BELOW_PX = 96;
