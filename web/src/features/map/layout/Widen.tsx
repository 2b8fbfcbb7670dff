import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import type { LocationFilter } from '../../../shared/location/location-filter';
import classes from './Widen.module.css';
import { activeFilters, type MapFilter, NO_FILTER } from '../filter/map-filter';

interface Props {
  filter: MapFilter;
  location: LocationFilter;
  onChange: (change: Partial<MapFilter>) => void;
  onLocation: (location: LocationFilter) => void;
  /** Zooms the map out; absent without a map. */
  onZoomOut?: (() => void) | undefined;
  sentence: string;
}

/** Empty result, with buttons that widen the search. */
export function Widen({ filter, location, onChange, onLocation, onZoomOut, sentence }: Props) {
  const { t } = useTranslation('map');
  const hasTime = filter.period !== 'all' || filter.year !== null || filter.month !== null;
  return (
    <div className={classes.nothing}>
      <p>{sentence}</p>
      <div className={classes.ways}>
        {hasTime && (
          <Button variant="default" onClick={() => onChange({ period: 'all', year: null, month: null })}>
            {t('widen_period')}
          </Button>
        )}
        {onZoomOut && (
          <Button variant="default" onClick={onZoomOut}>
            {t('widen_area')}
          </Button>
        )}
        {location !== WORLDWIDE && (
          <Button variant="default" onClick={() => onLocation(WORLDWIDE)}>
            {t('widen_world')}
          </Button>
        )}
        {filter.quality && (
          <Button variant="default" onClick={() => onChange({ quality: null })}>
            {t('any_quality')}
          </Button>
        )}
        {activeFilters(filter).length > 0 && (
          <Button variant="default" onClick={() => onChange(NO_FILTER)}>
            {t('show_all')}
          </Button>
        )}
      </div>
    </div>
  );
}
