import { Modal } from '@mantine/core';
import { IconChevronRight, IconMapPin, IconMapPinOff, IconPhoto, IconPinned } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useState } from 'react';
import { WALK_MPS } from '../../../local/device/walking-speed';
import { savedPlaces } from '../../../local/changes/saved-places';
import { usePlaceWords } from '../../../shared/geo/data';
import type { MapPlace } from '../../../shared/geo/map/map-view';
import { MapButton } from '../../../shared/geo/map/MapButton';
import type { Coordinates } from '../../../shared/geo/parse-coordinates';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { useFocusBack } from '../../../ui/steady-focus';
import { type FormPatch, NO_PLACE, pickPoint, placeOfFacts, placeOfSaved, placeOnMap } from '../../recording/data';
import { TypedPlaceForm } from '../../recording/place/TypedPlaceForm';
import { type Board, findNeighbours, type Group, type Neighbour } from '../board/board';
import { formatSpan, nameText, whereText } from '../group-facts';
import shared from '../board.module.css';
import classes from './PlaceDialog.module.css';

interface Props {
  board: Board;
  groups: readonly Group[];
  title: string;
  onChoose: (patch: FormPatch) => void;
  onClose: () => void;
}

/** Asks for the place. Offers known places but never the current location; no place is an option too. */
export function PlaceDialog({ board, groups, title, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import', 'recording');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const database = currentDatabase();
  const saved = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const neighbours = findNeighbours(
    board.groups,
    groups.map(({ id }) => id),
  );
  const named = useNamed(neighbours.map(({ group }) => group.values));
  const photoFacts = groups.length === 1 ? groups[0]!.photos.find(({ facts }) => pickPoint(facts) !== null)?.facts : undefined;
  const [hasMap, setHasMap] = useState(false);
  const hasPlace = groups.some(({ values }) => values.latitude !== null);
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape closes the map alone.
      closeOnEscape={!hasMap}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {neighbours.length === 0 && saved.length === 0 && !photoFacts && <p className={shared.hint}>{t('photo-import:board.no_places')}</p>}
      <ul className={shared.choices}>
        {photoFacts && (
          <Choice
            icon={<IconPhoto size={22} aria-hidden />}
            title={t('observations:where.source.exif')}
            note={whereText({ ...groups[0]!.values, ...placeOfFacts(photoFacts) }, units, language)}
            point={photoFacts}
            onClick={() => onChoose(placeOfFacts(photoFacts))}
          />
        )}
        {neighbours.map((neighbour, at) => {
          const { group, apart, isBefore } = neighbour;
          const number = board.groups.indexOf(group) + 1;
          const name = nameText(named[at] ?? group.values, t);
          const span = apart === null ? null : formatSpan(apart, language);
          const how = span === null ? 'unknown' : isBefore ? 'before' : 'after';
          return (
            <Choice
              key={group.id}
              icon={<IconMapPin size={22} aria-hidden />}
              title={t('photo-import:board.place_of', { number })}
              note={[
                name,
                t(`photo-import:board.time_apart.${how}`, { span: span ?? '' }),
                whereText({ ...group.values, ...placeOfNeighbour(neighbour) }, units, language),
              ]
                .filter(Boolean)
                .join(' · ')}
              point={group.values}
              onClick={() => onChoose(placeOfNeighbour(neighbour))}
            />
          );
        })}
        {saved.map((place) => (
          <Choice
            key={place.id}
            icon={<IconPinned size={22} aria-hidden />}
            title={place.name}
            note={t('observations:where.source.saved_place')}
            point={place}
            onClick={() => onChoose(placeOfSaved(place))}
          />
        ))}
        {hasPlace && (
          <Choice
            icon={<IconMapPinOff size={22} aria-hidden />}
            title={t('photo-import:board.no_place')}
            note={t('photo-import:board.no_place_hint')}
            onClick={() => onChoose(NO_PLACE)}
          />
        )}
      </ul>
      <MapButton place={placeSoFar(groups)} onPick={(point, uncertainty) => onChoose(placeOnMap(point, uncertainty))} onOpen={setHasMap} />
      <TypedPlaceForm
        className={shared.typed}
        description={t('recording:where.coordinates_hint')}
        submitLabel={t('photo-import:board.use_coordinates')}
        onPlace={(coordinates, uncertainty) => onChoose(typedPlace(coordinates, uncertainty))}
      />
    </Modal>
  );
}

/** The place that the map begins with: the first of the records that has one. */
function placeSoFar(groups: readonly Group[]): MapPlace | null {
  for (const { latitude, longitude, coordinate_uncertainty_m: uncertainty_m } of groups.map(({ values }) => values))
    if (latitude !== null && longitude !== null) return { latitude, longitude, uncertainty_m };
  return null;
}

interface ChoiceProps {
  icon: ReactNode;
  title: ReactNode;
  note?: string | null;
  /** Shown in words before the note. */
  point?: { latitude: number | null; longitude: number | null };
  onClick: () => void;
}

export function Choice({ icon, title, note, point, onClick }: ChoiceProps) {
  const notes = [usePlaceWords(point ?? null), note].filter(Boolean);
  return (
    <li>
      <button type="button" className={classes.choice} onClick={onClick}>
        {icon}
        <span className={shared.factWords}>
          <span>{title}</span>
          {notes.length > 0 && <span className={shared.source}>{notes.join(' · ')}</span>}
        </span>
        <IconChevronRight size={20} aria-hidden />
      </button>
    </li>
  );
}

type PlacePatch = Required<Pick<FormPatch, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source' | 'location_id'>>;

/** The place of an adjacent record, with the uncertainty increased by the distance walked in the time between. */
function placeOfNeighbour({ group: { values }, apart }: Neighbour): PlacePatch {
  const { latitude, longitude, coordinate_uncertainty_m: known } = values;
  const uncertainty = known === null || apart === null ? null : Math.ceil(known + (apart / 1000) * WALK_MPS);
  return { latitude, longitude, coordinate_uncertainty_m: uncertainty, location_source: 'neighbour', location_id: null };
}

function typedPlace({ latitude, longitude }: Coordinates, coordinate_uncertainty_m: number | null): PlacePatch {
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'typed', location_id: null };
}
