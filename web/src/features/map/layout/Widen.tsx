import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from '../../../shared/record-filter/use-record-query';
import classes from './Widen.module.css';

interface Props extends FilterProps {
  /** Zooms the map out; absent without a map. */
  onZoomOut?: (() => void) | undefined;
  sentence: string;
}

/** Values of a filter that say when. */
const TIME = { period: null, from: null, to: null, year: null, month: null } as const;

/** Empty result, with buttons that widen the search. */
export function Widen({ query: { values, location }, changes, onZoomOut, sentence }: Props) {
  const { t } = useTranslation('map');
  const hasTime = Object.keys(TIME).some((name) => Object.hasOwn(values, name));
  return (
    <div className={classes.nothing}>
      <p>{sentence}</p>
      <div className={classes.ways}>
        {hasTime && (
          <Button variant="default" onClick={() => changes.change(TIME)}>
            {t('widen_period')}
          </Button>
        )}
        {onZoomOut && (
          <Button variant="default" onClick={onZoomOut}>
            {t('widen_area')}
          </Button>
        )}
        {location !== WORLDWIDE && (
          <Button variant="default" onClick={() => changes.setLocation(WORLDWIDE)}>
            {t('widen_world')}
          </Button>
        )}
        {values.quality !== undefined && (
          <Button variant="default" onClick={() => changes.change({ quality: null })}>
            {t('any_quality')}
          </Button>
        )}
        {Object.keys(values).length > 0 && (
          <Button variant="default" onClick={changes.clear}>
            {t('show_all')}
          </Button>
        )}
      </div>
    </div>
  );
}
