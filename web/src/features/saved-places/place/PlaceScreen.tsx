import { Button } from '@mantine/core';
import { dayRange, isTick } from '@veld/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { number, recordedDate } from '../../../i18n/format';
import { type SavedPlace, isAtSavedPlace } from '../../../local/changes/saved-places';
import { latestFirst } from '../../../local/records/lists/latest-first';
import { usePlaceWords } from '../../../shared/geo/data';
import { placeQuery } from '../../../shared/geo/map/place-query';
import { useOwnObservations, useSyncStates, foundSpeciesId, type LocalObservation } from '../../../shared/records/own';
import { OwnEmptyState } from '../../../shared/records/OwnEmptyState';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import { useLanguage } from '../../../shared/session/session';
import { HillPath, LostTrail } from '../../../ui/drawings/EmptyDrawings';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { MonthsChart } from '../../species/data';
import { OwnRecordLine } from '../../species/page/OwnRecordLine';
import { fillPlaceForm, useSavedPlaces } from '../data';
import { PlaceDialog } from '../edit/PlaceDialog';
import { OpenPlaceButton, OpenPlaceNotice } from '../open/OpenPlace';
import { usePlaceSize } from '../place-size';
import { SharePlaces } from '../share/SharePlaces';
import { shapesOfPlace } from './place-shapes';
import classes from './PlaceScreen.module.css';

/** A saved place with the person's own records there, all from the device. */
export default function PlaceScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const { id } = useParams();
  const places = useSavedPlaces();
  if (!places) return <TaxonRowSkeletons label={t('loading')} />;
  const place = places.find((one) => one.id === id);
  if (place) return <PlacePage place={place} others={places} />;
  return (
    <>
      <PageHeader
        title={t('common:screens.my_location')}
        back={{ to: '/settings/my-locations', label: t('common:screens.my_locations') }}
      />
      <OwnEmptyState
        drawing={<LostTrail />}
        sentence={t('place.not_found')}
        action={
          <Button component={Link} to="/settings/my-locations">
            {t('common:screens.my_locations')}
          </Button>
        }
      />
    </>
  );
}

function PlacePage({ place, others }: { place: SavedPlace; others: readonly SavedPlace[] }) {
  const { t } = useTranslation(['settings', 'common']);
  const [isEditing, setIsEditing] = useState(false);
  const own = useOwnObservations();
  const figures = useMemo(() => own && placeFigures(place, own), [own, place]);
  const words = usePlaceWords(place);
  const size = usePlaceSize(place);
  const shapes = useMemo(() => shapesOfPlace(place), [place]);
  const map = figures && (
    <RecordsMap
      records={figures.records}
      below={shapes}
      label={t('place.map', { name: place.name, records: t('common:count.records', { count: figures.records.length }) })}
      to={`/map?${placeQuery(place)}`}
      maxZoom={12}
    />
  );
  return (
    <>
      <PageHeader
        title={place.name}
        lead={[t(`places.kind.${place.kind}`), size, words].filter(Boolean).join(' · ')}
        back={{ to: '/settings/my-locations', label: t('common:screens.my_locations') }}
        actions={
          <>
            <Button component={Link} to={`/my-journeys/new?place=${place.id}`}>
              {t('common:screens.new_journey')}
            </Button>
            <SharePlaces places={[place]} />
            <OpenPlaceButton place={place} others={others} />
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {t('common:action.edit')}
            </Button>
          </>
        }
      />
      <OpenPlaceNotice place={place} others={others} />
      {place.notes && (
        <p dir="auto" className={classes.notes}>
          {place.notes}
        </p>
      )}
      {!figures ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : figures.records.length > 0 ? (
        <Visits figures={figures} map={map} />
      ) : (
        <>
          <div className={classes.map}>{map}</div>
          <NoVisits />
        </>
      )}
      {isEditing && <PlaceDialog start={fillPlaceForm(place)} others={others} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function NoVisits() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <OwnEmptyState
      drawing={<HillPath />}
      sentence={t('place.empty')}
      action={
        <Button component={Link} to="/observe">
          {t('common:nav.observe')}
        </Button>
      }
    />
  );
}

function Visits({ figures, map }: { figures: PlaceFigures; map: ReactNode }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const states = useSyncStates();
  const { records, species, first, last, months } = figures;
  return (
    <>
      <div className={classes.figures}>
        <StatTiles>
          <StatTile value={number(records.length, language)} label={t('place.records', { count: records.length })} />
          <StatTile value={number(species, language)} label={t('place.species', { count: species })} />
          {first && <StatTile value={recordedDate(first, language)} label={t('place.first')} />}
          {last && last !== first && <StatTile value={recordedDate(last, language)} label={t('place.last')} />}
        </StatTiles>
      </div>
      <div className={classes.overview}>
        <div className={classes.map}>{map}</div>
        <div className={classes.months}>
          <SectionTitle>{t('place.months')}</SectionTitle>
          <MonthsChart months={months} label={t('place.months')} />
        </div>
      </div>
      <SectionTitle>{t('place.list')}</SectionTitle>
      <VirtualRows
        items={records}
        keyOf={(record) => record.id}
        rowHeight={97}
        label={t('place.list')}
        render={(record) => <OwnRecordLine record={record} taxonId={null} syncState={states?.get(record.id)} />}
      />
    </>
  );
}

interface PlaceFigures {
  /** Latest first, without ticks. */
  records: LocalObservation[];
  species: number;
  /** The dates of the first and the last record, as recorded; null if none has a date. */
  first: string | null;
  last: string | null;
  /** Records of each month, January first; those without an exact month are left out. */
  months: number[];
}

/** The records at a place (`isAtPlace`), and those made with it. */
export function recordsOfPlace(place: SavedPlace, own: readonly LocalObservation[]): LocalObservation[] {
  return own.filter((record) => !isTick(record) && isAtSavedPlace(place, record));
}

export function placeFigures(place: SavedPlace, own: readonly LocalObservation[]): PlaceFigures {
  const records = latestFirst(recordsOfPlace(place, own));
  const months = Array.from({ length: 12 }, () => 0);
  for (const { observed_on } of records) {
    const days = observed_on ? dayRange(observed_on) : null;
    if (days && days.from.slice(0, 7) === days.to.slice(0, 7)) months[Number(days.from.slice(5, 7)) - 1]!++;
  }
  const dates = records.flatMap(({ observed_on }) => (observed_on ? [observed_on] : []));
  const species = new Set(records.map(foundSpeciesId).filter((id) => id !== null));
  return { records, species: species.size, first: dates.at(-1) ?? null, last: dates[0] ?? null, months };
}
