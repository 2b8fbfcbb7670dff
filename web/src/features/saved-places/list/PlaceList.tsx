import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea } from '../../../ui/DragArea';
import { metresToPlace } from '../../../local/device/place-shape';
import { lastUsedFirst, nearestFirst, type SavedPlace } from '../../../local/changes/saved-places';
import { moveInList, readListPosition } from '../../../local/records/lists/list-order';
import { savePlaces } from '../data';
import { PlaceIcon } from '../PlaceIcon';
import { PlaceLine } from './PlaceLine';
import classes from './PlaceList.module.css';

export const PLACE_ORDERS = ['mine', 'nearest', 'name', 'last_used'] as const;
export type PlaceOrder = (typeof PLACE_ORDERS)[number];

interface Props {
  places: readonly SavedPlace[];
  /** Whether this is the person's order, which they may change. */
  isSortable: boolean;
  /** Where the device is; null if unknown. */
  here: { latitude: number; longitude: number } | null;
  onEdit: (place: SavedPlace) => void;
  onRemove: (place: SavedPlace) => void;
  /** Stores a change. */
  run: (work: Promise<void>) => void;
}

/** The saved places. In their own order, people drag them by their icons or move them with two buttons. */
export function PlaceList({ places, isSortable, here, onEdit, onRemove, run }: Props) {
  const { t } = useTranslation('settings');
  const [announcement, announce] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const toFocus = useRef<HTMLElement | null>(null);
  // A line that moves among the others loses the keyboard on the way.
  useEffect(() => {
    toFocus.current?.focus();
    toFocus.current = null;
  }, [places]);

  const moveTo = (id: string, to: number) => {
    const place = places.find((one) => one.id === id);
    const changed = moveInList(places, id, to);
    if (!place || to < 0 || to >= places.length || changed.length === 0) return;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && list.current?.contains(activeElement)) toFocus.current = activeElement;
    run(savePlaces(changed));
    announce(t('places.moved', { name: place.name, number: to + 1, total: places.length }));
  };
  const isMovable = isSortable && places.length > 1;
  const dragged = (id: string) => {
    const place = places.find((one) => one.id === id);
    return (
      place && (
        <div className={classes.dragged}>
          <PlaceIcon place={place} />
          {place.name}
        </div>
      )
    );
  };
  return (
    <>
      {isMovable && <p className={classes.hint}>{t('places.order_hint')}</p>}
      <DragArea
        renderDragged={dragged}
        onDrop={(id, onto) =>
          moveTo(
            id,
            places.findIndex((one) => one.id === onto),
          )
        }
      >
        <ul ref={list} className={classes.list}>
          {places.map((place, index) => (
            <PlaceLine
              key={place.id}
              place={place}
              metres={here ? metresToPlace(place, here) : null}
              move={isMovable ? { up: index > 0, down: index < places.length - 1, by: (steps) => moveTo(place.id, index + steps) } : null}
              onEdit={() => onEdit(place)}
              onRemove={() => onRemove(place)}
            />
          ))}
        </ul>
      </DragArea>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

interface Known {
  /** Where the device is; null if unknown. */
  here: { latitude: number; longitude: number } | null;
  /** Ids of the places that records were made with, the last first. */
  used: readonly string[];
}

/** Places that come by name, in an order. Those that it says nothing about come last, by name. */
export function orderedPlaces(places: readonly SavedPlace[], order: PlaceOrder, { here, used }: Known): readonly SavedPlace[] {
  if (order === 'mine') return places.toSorted((one, other) => readListPosition(one) - readListPosition(other) || 0);
  if (order === 'nearest') return here ? nearestFirst(places, here) : places;
  return order === 'name' ? places : lastUsedFirst(places, used);
}
