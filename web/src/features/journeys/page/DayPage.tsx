import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconRoute } from '@tabler/icons-react';
import type { JourneyContent } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { clockTime, number, recordedDate } from '../../../i18n/format';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import type { LocalObservation } from '../../../shared/records/own';
import { OwnEmptyState } from '../../../shared/records/OwnEmptyState';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import { notifier, useLanguage } from '../../../shared/session/session';
import { LostTrail } from '../../../ui/drawings/EmptyDrawings';
import { PageHeader } from '../../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { journeyAddress, longDay, useJourneyDay, whereabouts } from '../data';
import { assignJourney, createJourney } from '../own-journeys';
import { findDayPart } from '../start/start-values';
import { useBackToJourneys } from '../use-back';
import { recordInstant } from './journey-times';
import { Moment } from './Moment';
import classes from './DayPage.module.css';

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

/** Makes a journey without a track of the records of a day that belong to none, from the time of the first to that of the last. */
function MakeJourney({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const free = records.filter(({ journey_id }) => !journey_id);
  const zone = free.find(({ time_zone }) => time_zone)?.time_zone ?? deviceTimeZone() ?? 'UTC';
  const times = free.flatMap((record) => recordInstant(record, zone) ?? []);
  const hour = free.find(({ observed_time }) => observed_time)?.observed_time?.slice(0, 2);
  if (times.length === 0 || hour === undefined) return null;
  const make = async () => {
    setBusy(true);
    try {
      const content: JourneyContent = {
        name: t(`start.name.${findDayPart(Number(hour))}`),
        protocol: 'casual',
        target_groups: [],
        target_taxon_ids: [],
        complete_groups: [],
        companions: [],
        planned_duration_s: null,
        started_at: new Date(Math.min(...times)).toISOString(),
        ended_at: new Date(Math.max(...times)).toISOString(),
        time_zone: zone,
        location_id: null,
        effort: NO_EFFORT,
        sharing: 'none',
        notes: '',
        trim: null,
      };
      const id = await createJourney(content, []);
      const ids = free.map((record) => record.id);
      await assignJourney(ids, id);
      await navigate(`/journey/${id}`);
    } catch (error) {
      notifier.show('negative', t('dialog.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} leftSection={<IconRoute size={20} aria-hidden />} onClick={() => void make()}>
      {t('page.make_journey', { count: free.length })}
    </Button>
  );
}
