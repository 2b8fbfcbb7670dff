import { Button } from '@mantine/core';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../i18n/format';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { useLanguage } from '../accounts/data';
import { usePlaceWords } from '../geo/data';
import { metresBetween, newPlace, type PlaceForm, removePlace, type SavedPlace, savePlace, usePreference, useSavedPlaces } from './data';
import { PlaceDialog } from './parts/PlaceDialog';
import { usePosition } from './position';
import classes from './MyLocationsScreen.module.css';

/** How long deleting a place can be undone. */
const UNDO_MS = 20_000;

export default function MyLocationsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const places = useSavedPlaces();
  const [form, setForm] = useState<PlaceForm | null>(null);
  const [removed, setRemoved] = useState<SavedPlace | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { fix } = usePosition(false);
  /** Receives the focus when the focused row is deleted. */
  const heading = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  const ordered = places && fix ? places.toSorted((one, other) => metresBetween(one, fix) - metresBetween(other, fix)) : places;

  const run = (work: Promise<void>) => {
    setHasFailed(false);
    work.catch(() => setHasFailed(true));
  };
  const remove = (place: SavedPlace) => {
    setRemoved(place);
    run(removePlace(place.id));
    heading.current?.focus();
  };
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setForm(newPlace())}>
      {t('places.add')}
    </Button>
  );
  const isEmpty = ordered?.length === 0;

  return (
    <div ref={heading} tabIndex={-1} className={classes.screen}>
      <PageHeader
        title={t('common:screens.my_locations')}
        lead={t('places.lead')}
        back={{ to: '/settings/profile', label: t('common:screens.settings') }}
        actions={isEmpty ? undefined : add}
      />
      <div role="status">
        {removed && (
          <p className={classes.removed}>
            <span>{t('places.removed', { name: removed.name })}</span>
            <Button
              variant="subtle"
              onClick={() => {
                run(savePlace(removed));
                setRemoved(null);
                heading.current?.focus();
              }}
            >
              {t('common:action.undo')}
            </Button>
          </p>
        )}
        {hasFailed && <p className={classes.failed}>{t('save_state.failed')}</p>}
      </div>
      {isEmpty && <EmptyState drawing={<HillPath />} sentence={t('places.empty')} action={add} />}
      {ordered && ordered.length > 0 && (
        <ul className={classes.list}>
          {ordered.map((place) => (
            <PlaceLine
              key={place.id}
              place={place}
              metres={fix ? metresBetween(place, fix) : null}
              onEdit={() => setForm(formOf(place))}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      {form && <PlaceDialog start={form} others={places ?? []} onClose={() => setForm(null)} />}
    </div>
  );
}

function formOf(place: SavedPlace): PlaceForm {
  const { latitude, longitude, uncertainty_m } = place;
  return {
    ...place,
    latitude: String(latitude),
    longitude: String(longitude),
    uncertainty_m: uncertainty_m === null ? '' : String(uncertainty_m),
  };
}

interface LineProps {
  place: SavedPlace;
  /** Distance from the device; null if its location is unknown. */
  metres: number | null;
  onEdit: () => void;
  onRemove: () => void;
}

function PlaceLine({ place, metres, onEdit, onRemove }: LineProps) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const units = usePreference('units');
  const words = usePlaceWords(place);
  const degrees = (value: number) => number(value, language, { maximumFractionDigits: 5 });
  return (
    <li className={classes.line}>
      <IconMapPin className={classes.pin} size={24} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <h2 className={classes.name}>{place.name}</h2>
        <p className={classes.facts}>
          <span>{t(`places.kind.${place.kind}`)}</span>
          {words && <span>{words}</span>}
          {metres !== null && <span>{t('places.away', { distance: distance(metres, units.value, language) })}</span>}
          <span>
            {degrees(place.latitude)}; {degrees(place.longitude)}
          </span>
          {place.uncertainty_m !== null && <span>± {distance(place.uncertainty_m, units.value, language)}</span>}
        </p>
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
