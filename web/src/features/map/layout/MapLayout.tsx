import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wantsStill } from '../../../ui/motion';
import classes from './MapLayout.module.css';

/** Tolerance within which a scroll position counts as one of the heights. */
const NEAR_PX = 8;

interface Props {
  /** Accessible name of the map. */
  label: string;
  /** Page header and filters. */
  top: ReactNode;
  /** Null while it is not known what it shows first. */
  map: ReactNode;
  /** Beside the map, so that it can be seen while it is used. */
  time: ReactNode;
  /** First line of the sheet, always in view. */
  summary: ReactNode;
  /** Details of the current selection, then the list. */
  children: ReactNode;
}

/**
 * A map with a list. Wide screens show them side by side. On smaller ones the map fills the screen and the list is a bottom sheet that
 * slides over it with the normal page scroll, so touch, wheel and keyboard all work.
 */
export function MapLayout({ label, top, map, time, summary, children }: Props) {
  const { t } = useTranslation('map');
  const mapBox = useRef<HTMLElement>(null);
  const move = (direction: 1 | -1) => {
    if (!mapBox.current) return;
    scrollToHeight(nextHeight(heightsOver(mapBox.current), window.scrollY, direction));
  };
  return (
    <div className={classes.page}>
      <div className={classes.top}>{top}</div>
      <section className={classes.map} aria-label={label} ref={mapBox} data-map-box>
        {map || <div className={classes.loading} role="status" aria-label={t('loading_map')} />}
        {time && <div className={classes.time}>{time}</div>}
      </section>
      <div className={classes.sheet}>
        <div className={classes.head}>
          <div className={classes.summary} role="status">
            {summary}
          </div>
          <div className={classes.heights}>
            <ActionIcon aria-label={t('more_list')} title={t('more_list')} onClick={() => move(1)}>
              <IconChevronUp size={22} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('more_map')} title={t('more_map')} onClick={() => move(-1)}>
              <IconChevronDown size={22} aria-hidden />
            </ActionIcon>
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Scroll positions at which the sheet is collapsed, half open and fully open. */
export type SheetHeights = readonly [low: number, half: number, full: number];

function heightsOver(map: HTMLElement): SheetHeights {
  const height = map.offsetHeight;
  return [0, Math.round(height / 2), height];
}

/** The next scroll position up (1) or down (-1), or the outermost one. */
export function nextHeight(heights: SheetHeights, scrolled: number, direction: 1 | -1): number {
  const further = direction === 1 ? heights.find((one) => one > scrolled + NEAR_PX) : heights.findLast((one) => one < scrolled - NEAR_PX);
  return further ?? (direction === 1 ? Math.max(scrolled, heights[2]) : heights[0]);
}

function scrollToHeight(top: number): void {
  window.scrollTo({ top, behavior: wantsStill() ? 'instant' : 'smooth' });
}
