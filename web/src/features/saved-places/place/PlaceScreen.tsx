import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { number, recordedDate } from '../../../i18n/format';
import { HillPath } from '../../../ui/drawings/HillPath';
import { LostTrail } from '../../../ui/drawings/LostTrail';
import { EmptyState } from '../../../ui/EmptyState';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import { placeQuery } from '../../../shared/geo/map/place-query';
import { OwnEmptyState } from '../../../shared/records/OwnEmptyState';
import { useOwnObservations, useSyncStates } from '../../../shared/records/own';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import { OwnRecordLine } from '../../species/page/OwnRecordLine';
import { MonthsChart } from '../../species/data';
import { fillPlaceForm, useSavedPlaces } from '../data';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { PlaceDialog } from '../edit/PlaceDialog';
import { usePlaceSize } from '../place-size';
import { SharePlaces } from '../share/SharePlaces';
import { type PlaceFigures, placeFigures } from './place-records';
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
      <EmptyState
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
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {t('common:action.edit')}
            </Button>
          </>
        }
      />
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
