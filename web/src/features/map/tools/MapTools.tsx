import { ActionIcon } from '@mantine/core';
import { IconBookmarks, IconClock, IconMapDown, IconMapPinPlus, IconRoute } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MapPoint, readMapPoint } from '../../../shared/geo/map/map-view';
import { LocateMe } from './LocateMe';
import classes from './MapTools.module.css';

interface Props {
  map: MapLibre;
  hasPlaces: boolean;
  onPlaces: (isShown: boolean) => void;
  hasTime: boolean;
  onTime: (isShown: boolean) => void;
  /** Absent if the map has no effort layer. */
  effort?: { isShown: boolean; onChange: (isShown: boolean) => void };
  /** Same as a long press in the map centre, for keyboards and for people who can't hold still. */
  onCentre: (at: MapPoint) => void;
}

/** Buttons over the map, within reach of the thumb. */
export function MapTools({ map, hasPlaces, onPlaces, hasTime, onTime, effort, onCentre }: Props) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      {/* Marks the centre while the keyboard is used. */}
      <svg className={classes.cross} viewBox="-16 -16 32 32" aria-hidden>
        <path className={classes.halo} d="M-12 0H12M0 -12V12" />
        <path className={classes.lines} d="M-12 0H12M0 -12V12" />
      </svg>
      <div className={classes.tools}>
        {effort && (
          <Toggle label={t('layer_effort')} isOn={effort.isShown} onChange={effort.onChange} icon={<IconRoute size={22} aria-hidden />} />
        )}
        <Toggle label={t('time')} isOn={hasTime} onChange={onTime} icon={<IconClock size={22} aria-hidden />} />
        <Toggle label={t('saved_places')} isOn={hasPlaces} onChange={onPlaces} icon={<IconBookmarks size={22} aria-hidden />} />
        <ActionIcon
          component={Link}
          to="/tile-requests"
          variant="default"
          aria-label={t('common:screens.tile_requests')}
          title={t('common:screens.tile_requests')}
        >
          <IconMapDown size={22} aria-hidden />
        </ActionIcon>
        <LocateMe map={map} />
        <ActionIcon
          variant="default"
          aria-label={t('use_centre')}
          title={t('use_centre')}
          onClick={() => onCentre(readMapPoint(map.getCenter()))}
        >
          <IconMapPinPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  icon: ReactNode;
}

function Toggle({ label, isOn, onChange, icon }: ToggleProps) {
  return (
    <ActionIcon variant={isOn ? 'filled' : 'default'} aria-label={label} title={label} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {icon}
    </ActionIcon>
  );
}
