import { useDraggable, useDroppable } from '@dnd-kit/react';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance, number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { usePreference } from '../../../shared/session/preferences';
import { PlaceIcon } from '../PlaceIcon';
import { usePlaceSize } from '../place-size';
import classes from './PlaceLine.module.css';

interface Props {
  place: SavedPlace;
  /** Distance from the device; null if its location is unknown. */
  metres: number | null;
  /** Of places that the person puts in order: which ways this one can go, and how it goes there. */
  move: { up: boolean; down: boolean; by: (steps: 1 | -1) => void } | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** A saved place in the list. */
export function PlaceLine({ place, metres, move, onEdit, onRemove }: Props) {
  const { t } = useTranslation(['settings', 'common', 'observations']);
  const language = useLanguage();
  const units = usePreference('units');
  const words = usePlaceWords(place);
  const size = usePlaceSize(place);
  const startsWith = [
    place.geoprivacy && t(`common:geoprivacy.${place.geoprivacy}`),
    place.habitat && t(`observations:choice.habitat.${place.habitat}`),
  ].filter(Boolean);
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { isDragging } = useDraggable({ id: place.id, element: handle, disabled: !move });
  const { isDropTarget } = useDroppable({ id: place.id, element, disabled: !move });
  const degrees = (value: number) => number(value, language, { maximumFractionDigits: 5 });
  return (
    <li
      ref={element}
      className={classes.line}
      data-dragged={isDragging || undefined}
      data-target={(isDropTarget && !isDragging) || undefined}
    >
      <span ref={handle} className={classes.handle} data-movable={move !== null || undefined}>
        <PlaceIcon place={place} />
        {move && <IconGripVertical className={classes.grip} size={20} aria-hidden />}
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link dir="auto" to={`/settings/locations/${place.id}`}>
            {place.name}
          </Link>
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
        {place.notes && (
          <p dir="auto" className={classes.notes}>
            {place.notes}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {move && (
          <>
            <MoveButton label={t('places.move_up', { name: place.name })} isPossible={move.up} onClick={() => move.by(-1)}>
              <IconArrowUp size={22} aria-hidden />
            </MoveButton>
            <MoveButton label={t('places.move_down', { name: place.name })} isPossible={move.down} onClick={() => move.by(1)}>
              <IconArrowDown size={22} aria-hidden />
            </MoveButton>
          </>
        )}
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

/** At the end of the list it stays where the keyboard is. */
function MoveButton(props: { label: string; isPossible: boolean; onClick: () => void; children: ReactNode }) {
  const { label, isPossible, onClick, children } = props;
  return (
    <ActionIcon
      className={classes.move}
      variant="default"
      aria-label={label}
      aria-disabled={!isPossible || undefined}
      data-disabled={!isPossible || undefined}
      onClick={isPossible ? onClick : undefined}
    >
      {children}
    </ActionIcon>
  );
}
