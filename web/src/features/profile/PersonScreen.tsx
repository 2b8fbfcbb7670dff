import { Button } from '@mantine/core';
import { type CommunityProfile, WORLDWIDE } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { TabRow } from '../../ui/fields/TabRow';
import { Link, Navigate, useParams } from 'react-router';
import { countryName, formatDate } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { usePageTitle } from '../../ui/frame/page-title';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../../shared/session/session';
import { FreshnessMark } from '../../shared/records/lists/FreshnessMark';
import { LoadFailure } from '../../shared/records/lists/LoadFailure';
import { Marks } from '../../shared/records/lists/Marks';
import { BlockedPerson } from '../relations/BlockedPerson';
import { useRelations } from '../relations/data';
import { FollowButton } from '../relations/FollowButton';
import { PersonMenu } from '../relations/PersonMenu';
import { ReportButton } from '../reports/ReportButton';
import { useReportPerson } from '../reports/use-send-report';
import { useProfileFilter } from './address';
import { isPersonMissing, usePerson, usePersonRecords, useSpeciesOfPerson, usePersonStatistics } from './data';
import { useRecordLayout } from './layout';
import { AboutPerson } from './parts/AboutPerson';
import { FiguresOfPerson } from './parts/FiguresOfPerson';
import { InCommon } from './parts/InCommon';
import { PersonTiles } from './parts/PersonTiles';
import { Portrait } from './parts/Portrait';
import { ProfileFilter } from './parts/ProfileFilter';
import { RecordsOfPerson } from './parts/RecordsOfPerson';
import { SharedBadges } from './parts/SharedBadges';
import { SpeciesOfPerson } from './parts/SpeciesOfPerson';
import classes from './profile.module.css';

const IdentificationsOf = lazy(() => import('./parts/IdentificationsOf'));
const SharedJourneys = lazy(() => import('../journeys/list/SharedJourneys'));

/** The public profile of another person and its parts (`?view=`). The user's own id redirects to the user's profile. */
export default function PersonScreen() {
  const { user: id = '' } = useParams();
  const me = useUser();
  return id === me.id ? <Navigate to="/profile" replace /> : <Person key={id} id={id} />;
}

const VIEWS = ['records', 'species', 'journeys', 'statistics', 'badges', 'identifications', 'common'] as const;
type View = (typeof VIEWS)[number];

/** What there is to see of a person: lists to compare only of those who are in the community, badges only of those who show them. */
function viewsOf(person: CommunityProfile | undefined): View[] {
  return VIEWS.filter((view) => (view === 'common' ? person?.is_listed : view !== 'badges' || person?.badges));
}

function viewFrom(value: string | null, person: CommunityProfile | undefined): View {
  return viewsOf(person).find((view) => view === value) ?? 'records';
}

function Person({ id }: { id: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { data: person, error, isError, dataUpdatedAt, refetch } = usePerson(id);
  usePageTitle(isPersonMissing(error) ? t('common:screens.not_found') : person?.name);
  const [read, write] = useAddressFilter();
  const view = viewFrom(read('view'), person);
  const isVisible = person !== undefined && !isPersonMissing(error);
  const filter = useProfileFilter();
  const [layout] = useRecordLayout();
  const isConfirmed = read('quality') === 'confirmed';
  const records = usePersonRecords(id, { ...filter, isConfirmed }, isVisible && view === 'records' && layout !== 'map');
  const species = useSpeciesOfPerson(id, filter, isVisible && view === 'species');
  const isFiltered = filter.period !== 'all' || filter.location !== WORLDWIDE;
  const figures = usePersonStatistics(id, filter, isVisible);
  const shown = view === 'species' ? species : view === 'records' ? records : figures;
  useHashScroll(shown.data !== undefined);

  const relations = useRelations();
  const report = useReportPerson();
  const blocked =
    relations.ids.block.has(id) && (relations.people.find((one) => one.kind === 'block' && one.user.id === id)?.user ?? person);
  if (blocked) return <BlockedPerson person={blocked} more={<ReportButton kind="user" id={id} />} />;
  if (isPersonMissing(error)) {
    return (
      <EmptyState
        drawing={<LostTrail />}
        title={t('common:screens.not_found')}
        headingLevel={1}
        sentence={t('not_found')}
        action={
          <>
            <Button component={Link} to="/community" variant="default">
              {t('common:screens.community')}
            </Button>
            {/* Also for people who were blocked; the answer does not reveal that. */}
            <ReportButton kind="user" id={id} />
          </>
        }
      />
    );
  }
  if (!person) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;

  const joined =
    person.joined && t('joined', { month: formatDate(new Date(`${person.joined}-15`), language, { month: 'long', year: 'numeric' }) });
  const line = [person.country_code && countryName(person.country_code, language), joined];
  const retry = () => {
    void refetch();
    void shown.refetch();
    void figures.refetch();
  };
  return (
    <>
      <Marks>
        <FreshnessMark isOutdated={isError || shown.isRefetchError} refreshedAt={dataUpdatedAt} onRetry={retry} />
      </Marks>
      <Portrait
        person={person}
        mark={person.is_pro && <span className={classes.pro}>{t('pro')}</span>}
        picture={person.portrait_url}
        line={line.filter(Boolean).join(' · ')}
        actions={
          <>
            {(person.is_listed || relations.ids.follow.has(id)) && (
              <FollowButton person={person} isFollowed={relations.ids.follow.has(id)} />
            )}
            <PersonMenu
              person={person}
              isMuted={relations.ids.mute.has(id)}
              onReport={report}
              more={<ReportButton kind="user" id={id} person={person} look="menu" />}
            />
          </>
        }
      />
      <AboutPerson {...person} />
      <ProfileFilter />
      {figures.data ? (
        <PersonTiles person={person} figures={figures.data} />
      ) : (
        figures.error && <LoadFailure error={figures.error} onRetry={() => void figures.refetch()} />
      )}
      <TabRow
        label={t('views')}
        mt="md"
        value={view}
        tabs={viewsOf(person).map((one) => ({ value: one, label: t(`view.${one}`) }))}
        onChange={(next) => write({ view: next === 'records' ? null : next })}
      />
      {view === 'records' && <RecordsOfPerson person={person} records={records} filter={filter} isFiltered={isFiltered || isConfirmed} />}
      {view === 'species' && <SpeciesOfPerson name={person.name} species={species} isFiltered={isFiltered} />}
      {view === 'statistics' && figures.data && <FiguresOfPerson name={person.name} figures={figures.data} isFiltered={isFiltered} />}
      {view === 'journeys' && (
        <Suspense fallback={null}>
          <SharedJourneys userId={id} />
        </Suspense>
      )}
      {view === 'badges' && person.badges && <SharedBadges name={person.name} badges={person.badges} />}
      <Suspense fallback={null}>
        {view === 'identifications' && <IdentificationsOf id={id} filter={filter} none={t('no_identifications', { name: person.name })} />}
      </Suspense>
      {view === 'common' && <InCommon id={id} name={person.name} />}
    </>
  );
}
