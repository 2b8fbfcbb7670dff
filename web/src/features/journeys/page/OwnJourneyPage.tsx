import type { LocalJourney } from '../own-journeys';
import { trimmed, type TrackPoint } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../../i18n/format';
import { PageHeader } from '../../../ui/PageHeader';
import { SyncChip } from '../../../ui/SyncChip';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useLanguage, useUser } from '../../../shared/session/session';
import type { LocalObservation } from '../../../shared/records/own';
import { speciesIn } from '../days';
import { duration } from '../effort-words';
import { useBackToJourneys } from '../use-back';
import { JourneyActions } from './dialogs/JourneyActions';
import { measureEffort } from './effort';
import { EffortCard } from './EffortCard';
import { elevationProfile } from './elevation';
import { ElevationCard } from './ElevationCard';
import { isUnsent } from './is-unsent';
import { usePieces } from './JourneyMap';
import { Moment } from './Moment';
import classes from './OwnJourneyPage.module.css';
import { PhotoStrip } from './PhotoStrip';
import { Section } from './Section';
import { speciesRows } from './species-rows';
import { SpeciesTable } from './SpeciesTable';
import { TrackCard } from './TrackCard';
import { journeyTimes } from './journey-times';

const NONE: never[] = [];

interface Props {
  journey: LocalJourney;
  /** Undefined while they are read, as are the records. */
  points: readonly TrackPoint[] | undefined;
  records: readonly LocalObservation[] | undefined;
}

/** A journey of the user, wholly from the device. */
export function OwnJourneyPage({ journey, points, records }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { trim } = journey;
  const counting = useMemo(() => points && trimmed(points, trim), [points, trim]);
  const pieces = usePieces(counting);
  const rows = useMemo(() => speciesRows(records ?? NONE), [records]);
  const effort = useMemo(() => measureEffort(journey, pieces), [journey, pieces]);
  const profile = useMemo(() => elevationProfile(pieces), [pieces]);
  const found = useMemo(() => speciesIn(records ?? NONE), [records]);
  // Where a journey was made elsewhere, its points come later than the journey itself.
  const isIncomplete = points !== undefined && journey.server_points > points.length;

  return (
    <>
      <PageHeader
        title={journey.name}
        lead={journeyTimes(journey, language)}
        back={useBackToJourneys()}
        actions={points && records && <JourneyActions journey={journey} points={points} records={records} />}
      />
      <div className={classes.marks}>
        {points && isUnsent(journey, points) && <SyncChip state="waiting" label={t('overview.unsent')} />}
      </div>
      <StatTiles>
        {effort.duration_s !== null && <StatTile value={duration(effort.duration_s, language)} label={t('figure.duration')} />}
        {effort.distance_m !== null && <StatTile value={distance(effort.distance_m, units, language)} label={t('figure.distance')} />}
        {records && <StatTile value={number(records.length, language)} label={t('figure.records', { count: records.length })} />}
        {records && <StatTile value={number(found, language)} label={t('figure.species', { count: found })} />}
      </StatTiles>
      <TrackCard
        journey={journey}
        pieces={pieces}
        records={records ?? NONE}
        state={!points ? 'loading' : isIncomplete ? 'incomplete' : 'ready'}
      />
      <div className={classes.sections} data-empty={records?.length === 0 || undefined}>
        <Section title={t('species.title')} isEmpty={rows.length === 0 && t('species.none')}>
          <SpeciesTable rows={rows} label={t('species.title')} />
        </Section>
        <div className={classes.column}>
          <Section title={t('effort.title')}>
            <EffortCard journey={journey} effort={effort} />
            {journey.sharing !== 'none' && journey.track_fault && (
              <p className={classes.fault}>{t(`page.track_fault.${journey.track_fault}`)}</p>
            )}
          </Section>
          {profile && (
            <Section title={t('elevation.title')}>
              <ElevationCard profile={profile} />
            </Section>
          )}
          {journey.notes && (
            <Section title={t('page.notes')}>
              <p dir="auto" className={classes.notes}>
                {journey.notes}
              </p>
            </Section>
          )}
        </div>
        <PhotoStrip records={records ?? NONE} />
        {records && records.length > 0 && (
          <Section title={t('page.records')} isPlain>
            <VirtualRows
              items={records}
              keyOf={(record) => record.id}
              rowHeight={97}
              label={t('page.records')}
              render={(record, at) => (
                <Moment record={record} isSameTime={at > 0 && records[at - 1]?.observed_time === record.observed_time} />
              )}
            />
          </Section>
        )}
      </div>
    </>
  );
}
