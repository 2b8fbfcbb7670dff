import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime, number, recordedDate } from '../../../i18n/format';
import { LostTrail } from '../../../ui/drawings/LostTrail';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useLanguage } from '../../../shared/session/session';
import { OwnEmptyState } from '../../../shared/records/OwnEmptyState';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import { journeyAddress, longDay, useJourneyDay, whereabouts } from '../data';
import { useBackToJourneys } from '../use-back';
import classes from './DayPage.module.css';
import { MakeJourney } from './MakeJourney';
import { Moment } from './Moment';

/** The records of a day, whether they belong to a journey or not. */
export default function DayPage({ day: wanted }: { day: string }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const found = useJourneyDay(wanted);
  const back = useBackToJourneys();
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
      <PageHeader
        title={longDay(day, language)}
        lead={whereabouts(journey, language)}
        back={back}
        actions={<MakeJourney key={day} records={records} />}
      />
      <div className={classes.figures}>
        <StatTiles>
          <StatTile value={number(records.length, language)} label={t('figure.records', { count: records.length })} />
          <StatTile value={number(species, language)} label={t('figure.species', { count: species })} />
          {first && last !== first && <StatTile value={clockTime(first, language)} label={t('figure.first')} />}
          {last && last !== first && <StatTile value={clockTime(last, language)} label={t('figure.last')} />}
        </StatTiles>
      </div>
      <div className={classes.parts}>
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
      </div>
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
