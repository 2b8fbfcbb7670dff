import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, Link } from 'react-router';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getJourney, type PublicJourney } from '@veld/contract';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { JUST_SAVED, useOwnJourney, useRecordsOfJourney, useTrack } from '../own-journeys';
import { RunningPage } from '../run/RunningPage';
import { useOpenJourney } from '../run/use-open-journey';
import { OwnJourneyPage } from './OwnJourneyPage';
import { distance, number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { LostTrail } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { usePageTitle } from '../../../ui/frame/page-title';
import { PageHeader } from '../../../ui/PageHeader';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { CallError, useLanguage, useUser } from '../../../shared/session/session';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { longDay } from '../data';
import { duration } from '../effort-words';
import { useBackToJourneys } from '../use-back';
import { JourneyMap } from './JourneyMap';
import { Section } from './Section';
import effort from './EffortCard.module.css';
import classes from './SharedJourneyPage.module.css';

const EndCard = lazy(() => import('../end/EndCard'));

/** A journey of the user, from the device, which may run or be just saved; else one that somebody shares, from the server. */
export default function JourneyPage({ id }: { id: string }) {
  const { t } = useTranslation('journeys');
  const journey = useOwnJourney(id);
  // Read at the same time as the journey itself.
  const points = useTrack(id);
  const records = useRecordsOfJourney(id);
  const open = useOpenJourney();
  const isJustSaved = useLocation().state === JUST_SAVED;
  if (journey === undefined || open === undefined) return <TaxonRowSkeletons label={t('page.loading')} />;
  if (journey === null) return <SharedJourneyPage id={id} />;
  if (isJustSaved && points && records)
    return (
      <Suspense fallback={<TaxonRowSkeletons label={t('page.loading')} />}>
        <EndCard journey={journey} points={points} records={records} />
      </Suspense>
    );
  // One that runs on another device is shown as far as it has come.
  const Page = open?.id === id && journey.ended_at === null ? RunningPage : OwnJourneyPage;
  return <Page journey={journey} points={points} records={records} />;
}

/** A journey of somebody, as far as they share it. */
function SharedJourneyPage({ id }: { id: string }) {
  const { t } = useTranslation(['journeys', 'common']);
  const { data, error, refetch } = useQuery({
    queryKey: ['journeys', id],
    queryFn: ({ signal }) => api.call(getJourney, { params: { id } }, { signal }),
    retry: (count, failure) => !isMissing(failure) && count < 2,
  });
  const journey = data?.data;
  const back = useBackToJourneys();
  usePageTitle(isMissing(error) ? t('common:screens.not_found') : journey?.name);
  if (isMissing(error)) {
    return (
      <>
        <PageHeader title={t('common:screens.not_found')} back={back} />
        <EmptyState
          drawing={<LostTrail />}
          sentence={t('page.not_found')}
          action={
            <Button component={Link} to={back.to}>
              {back.label}
            </Button>
          }
        />
      </>
    );
  }
  if (!journey && error) {
    return (
      <>
        <PageHeader title={t('common:screens.journey')} back={back} />
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!journey) return <TaxonRowSkeletons label={t('page.loading')} />;
  // The user's own journey comes with the next fetch of changes.
  if (!('user' in journey)) return <TaxonRowSkeletons label={t('page.loading')} />;
  return <Shared journey={journey} />;
}

function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

function Shared({ journey }: { journey: PublicJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { user, lines, cells } = journey;
  const list = new Intl.ListFormat(language, { type: 'conjunction', style: 'long' });
  const drawn = useMemo(() => lines.map((line): [number, number][] => line.map(([longitude, latitude]) => [longitude, latitude])), [lines]);
  const facts: [string, string][] = [
    [t('start.protocol'), t(`protocol.${journey.protocol}`)],
    [t('effort.observers'), number(journey.observers, language)],
  ];
  if (journey.complete_groups.length > 0)
    facts.push([t('effort.complete'), list.format(journey.complete_groups.map((group) => t(`common:group.${group}`)))]);
  return (
    <>
      <PageHeader
        title={journey.name}
        back={useBackToJourneys()}
        lead={
          <>
            <Link dir="auto" to={`/profile/${user.id}`}>
              {user.name}
            </Link>{' '}
            · {longDay(journey.started_on, language)}
          </>
        }
      />
      <StatTiles>
        <StatTile value={duration(journey.duration_s, language)} label={t('figure.duration')} />
        {!journey.is_track_missing && <StatTile value={distance(journey.distance_m, units, language)} label={t('figure.distance')} />}
        <StatTile value={number(journey.records, language)} label={t('figure.records', { count: journey.records })} />
        <StatTile value={number(journey.species, language)} label={t('figure.species', { count: journey.species })} />
      </StatTiles>
      <div className={classes.sections}>
        <div>
          {lines.length + cells.length > 0 ? (
            <JourneyMap label={t('page.map', { name: journey.name })} lines={drawn} cells={cells} />
          ) : (
            <p className={classes.note}>{t(journey.is_track_missing ? 'page.track_missing' : 'page.no_points_shared')}</p>
          )}
          {cells.length > 0 && <p className={classes.note}>{t('page.cells_shared')}</p>}
        </div>
        <Section title={t('effort.title')}>
          <dl className={effort.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </>
  );
}
