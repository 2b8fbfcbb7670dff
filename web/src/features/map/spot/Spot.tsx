import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import { placeQuery } from '../../../shared/geo/map/place-query';
import type { MapPlace } from '../../../shared/geo/map/map-view';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import classes from './Spot.module.css';

interface Props {
  at: MapPlace;
  onMeasure: () => void;
}

/** Names a point on the map and offers actions for it. */
export function Spot({ at, onMeasure }: Props) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  const words = usePlaceWords(at);
  const query = placeQuery(at);
  return (
    <>
      <div role="status">
        <p className={classes.words}>{words ?? formatRecordCoordinates(at, language)}</p>
        {words && <p className={classes.coordinates}>{formatRecordCoordinates(at, language)}</p>}
      </div>
      <div className={classes.actions}>
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
