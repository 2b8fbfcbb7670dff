import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { clockTime, number, recordedDate } from '../../i18n/format';
import { photosInOrder } from '../media/photos-in-order';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { VirtualRows } from '../../ui/VirtualRows';
import { useLanguage } from '../accounts/data';
import { chipsOf, type LocalObservation, nameOf, OwnEmptyState, OwnPhoto, placeOf, useRecordTranslation } from '../observations/data';
import { RecordsMap } from '../observations/page/RecordsMap';
import { useNamedRecord } from '../taxa/names';
import { journeyAddress, longDay, useJourneyDay, whereabouts } from './data';
import classes from './JourneyScreen.module.css';

export default function JourneyScreen() {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { session } = useParams();
  const found = useJourneyDay(session);
  const back = { to: '/my-journeys', label: t('common:screens.my_journeys') };
  if (found === undefined) return <TaxonRowSkeletons label={t('loading')} />;
  if (found === null) {
    return (
      <>
        <PageHeader title={t('common:screens.journey')} back={back} />
        <OwnEmptyState
          drawing={<LostTrail />}
          sentence={t('not_found')}
          action={
            <Button component={Link} to="/my-journeys">
              {t('common:screens.my_journeys')}
            </Button>
          }
        />
      </>
    );
  }
  const { journey, earlier, later } = found;
  const { day, records, species, first, last } = journey;
  return (
    <>
      <PageHeader title={longDay(day, language)} lead={whereabouts(journey, language)} back={back} />
      <div className={classes.figures}>
        <StatTiles>
          <StatTile value={number(records.length, language)} label={t('figure.records', { count: records.length })} />
          <StatTile value={number(species, language)} label={t('figure.species', { count: species })} />
          {first && last !== first && <StatTile value={clockTime(first, language)} label={t('figure.first')} />}
          {last && last !== first && <StatTile value={clockTime(last, language)} label={t('figure.last')} />}
        </StatTiles>
      </div>
      <div className={classes.map}>
        <RecordsMap records={records} maxZoom={10} />
      </div>
      <VirtualRows
        key={day}
        items={records}
        keyOf={(record) => record.id}
        rowHeight={97}
        label={t('list')}
        render={(record, at) => <Moment record={record} isSameTime={at > 0 && records[at - 1]?.observed_time === record.observed_time} />}
      />
      <nav className={classes.days} aria-label={t('other_days')}>
        {earlier && (
          <Link to={journeyAddress(earlier)}>
            <IconArrowLeft size={20} aria-hidden /> {recordedDate(earlier, language)}
          </Link>
        )}
        {later && (
          <Link className={classes.later} to={journeyAddress(later)}>
            {recordedDate(later, language)} <IconArrowRight size={20} aria-hidden />
          </Link>
        )}
      </nav>
    </>
  );
}

/** A record with its time. */
function Moment({ record: stored, isSameTime }: { record: LocalObservation; isSameTime: boolean }) {
  const record = useNamedRecord(stored);
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const name = nameOf(record, recordTexts);
  const photo = photosInOrder(record.media)[0];
  const note = [...chipsOf(record, recordTexts), placeOf(record, language, recordTexts)].filter(Boolean).join(' · ');
  const time = record.observed_time ? (
    <time dateTime={record.observed_time}>{clockTime(record.observed_time, language)}</time>
  ) : (
    t('no_time')
  );
  return (
    <div className={classes.moment}>
      <span className={classes.time}>{isSameTime ? <VisuallyHidden>{time}</VisuallyHidden> : time}</span>
      <TaxonRow
        to={`/observations/${record.id}`}
        name={name}
        scientificName={record.taxon?.scientific_name ?? name}
        rank={record.taxon?.rank ?? 'unranked'}
        group={record.taxon?.group ?? 'other'}
        picture={photo && <OwnPhoto photo={photo} alt="" sizes="56px" />}
        note={note}
      />
    </div>
  );
}
