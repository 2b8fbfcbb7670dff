import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance, number } from '../../../i18n/format';
import { useLanguage } from '../../accounts/data';
import { usePlaceWords } from '../../geo/data';
import { type SavedPlace, usePreference } from '../data';
import { PlaceIcon } from './PlaceIcon';
import { usePlaceSize } from './place-size';
import classes from './PlaceLine.module.css';

interface Props {
  place: SavedPlace;
  /** Distance from the device; null if its location is unknown. */
  metres: number | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** A saved place in the list. */
export function PlaceLine({ place, metres, onEdit, onRemove }: Props) {
  const { t } = useTranslation(['settings', 'common', 'observations']);
  const language = useLanguage();
  const units = usePreference('units');
  const words = usePlaceWords(place);
  const size = usePlaceSize(place);
  const startsWith = [
    place.geoprivacy && t(`common:geoprivacy.${place.geoprivacy}`),
    place.habitat && t(`observations:choice.habitat.${place.habitat}`),
  ].filter(Boolean);
  const degrees = (value: number) => number(value, language, { maximumFractionDigits: 5 });
  return (
    <li className={classes.line}>
      <PlaceIcon place={place} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={`/settings/my-locations/${place.id}`}>{place.name}</Link>
        </h2>
        <p className={classes.facts}>
          <span>{t(`places.kind.${place.kind}`)}</span>
          {place.kind === 'home' && place.is_private_zone && <span>{t('places.private_zone')}</span>}
          {size && <span>{size}</span>}
          {words && <span>{words}</span>}
          {metres !== null && <span>{t('places.away', { distance: distance(metres, units.value, language) })}</span>}
          {!place.geometry && (
            <span>
              {degrees(place.latitude)}; {degrees(place.longitude)}
            </span>
          )}
          {!place.geometry && place.uncertainty_m !== null && <span>± {distance(place.uncertainty_m, units.value, language)}</span>}
        </p>
        {startsWith.length > 0 && <p className={classes.facts}>{t('places.starts_with', { values: startsWith.join(' · ') })}</p>}
        {place.notes && <p className={classes.notes}>{place.notes}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" aria-label={t('places.edit_named', { name: place.name })} onClick={onEdit}>
          {t('common:action.edit')}
        </Button>
        <Button variant="default" aria-label={t('places.delete_named', { name: place.name })} onClick={onRemove}>
          {t('common:action.delete')}
        </Button>
      </div>
    </li>
  );
}
