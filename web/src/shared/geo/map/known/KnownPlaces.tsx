import { Button } from '@mantine/core';
import { IconBookmark, IconCurrentLocation, IconHistory } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { location } from '../../../../device/location';
import { lastPlace } from '../../../../local/device/last-place';
import { savedPlaces } from '../../../../local/records/lists/saved-places';
import { ownObservations } from '../../../../local/records/observations';
import { currentDatabase } from '../../../session/session';
import { usePlaceWords } from '../../use-place-words';
import type { MapPoint } from '../map-view';
import classes from './KnownPlaces.module.css';
import { type KnownPlace, knownPlaces } from './known-places';

/** This many of the last records are searched for places. */
const RECORDS = 100;
const ICONS = { here: IconCurrentLocation, saved: IconBookmark, recent: IconHistory };

/** Buttons that move a map to a place the person knows. */
export function KnownPlaces({ onGo }: { onGo: (to: MapPoint) => void }) {
  const { t } = useTranslation('geo');
  const known = useKnownPlaces();
  if (known.length === 0) return null;
  return (
    <div className={classes.places} role="group" aria-label={t('map.known')}>
      {known.map((place) => (
        <KnownButton key={place.key} place={place} onGo={onGo} />
      ))}
    </div>
  );
}

function useKnownPlaces(): KnownPlace[] {
  const database = currentDatabase();
  const fix = useStore(location.store, (now) => now.fix);
  const found = useLiveQuery(
    async () => ({
      saved: await savedPlaces(database),
      records: await ownObservations(database, { limit: RECORDS }),
      last: await lastPlace.read(database),
    }),
    [database],
  );
  return useMemo(() => (found ? knownPlaces({ ...found, here: fix ?? found.last }) : []), [found, fix]);
}

function KnownButton({ place, onGo }: { place: KnownPlace; onGo: (to: MapPoint) => void }) {
  const { t } = useTranslation('geo');
  const words = usePlaceWords(place);
  const Icon = ICONS[place.kind];
  const name = place.kind === 'saved' ? place.name : place.kind === 'here' ? t('map.last_known') : words;
  return (
    <Button
      variant="default"
      className={classes.place}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onGo({ latitude: place.latitude, longitude: place.longitude })}
    >
      {name ?? `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`}
    </Button>
  );
}
