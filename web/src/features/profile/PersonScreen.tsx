import { Button } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import { type CommunityProfile, WORLDWIDE } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { countryName, distance, formatDate, number } from '../../i18n/format';
import { FreshnessMark, LoadFailure, Marks } from '../../shared/records/lists/ListParts';
import { useLanguage, useUser } from '../../shared/session/session';
import { speciesAddress, useTaxa } from '../../shared/taxa/data';
import { NamesState } from '../../shared/taxa/NamesState';
import { taxonRowProps } from '../../shared/taxa/names';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { TabRow } from '../../ui/fields/TabRow';
import { usePageTitle } from '../../ui/frame/page-title';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons, TaxonRowSkeletons } from '../../ui/Skeletons';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useAddressFilter } from '../../ui/use-address-filter';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { MessageButton } from '../messages/MessageButton';
import { useRelations } from '../relations/data';
import { FollowButton } from '../relations/FollowButton';
import { BlockedPerson, PersonMenu } from '../relations/PersonMenu';
import { useReportPerson } from '../reports/data';
import { ReportButton } from '../reports/ReportButton';
import { AboutPerson, Portrait } from './AboutPerson';
import {
  isPersonMissing,
  type StatisticsOf,
  useInCommon,
  usePerson,
  usePersonRecords,
  usePersonStatistics,
  useSpeciesOfPerson,
  type SpeciesOf,
} from './data';
import { FigureCharts } from './FigureCharts';
import { confirmedShare } from './own-records';
import { ProfileFilter, useProfileAddress, useProfileFilter, useRecordLayout } from './ProfileFilter';
import { NothingHere, RecordsOfPerson } from './RecordsOfPerson';
import { SharedBadges } from './SharedBadges';
import classes from './profile.module.css';

const IdentificationsOf = lazy(() => import('./IdentificationsOf'));
const ModerateButton = lazy(() => import('../reports/moderation/ModeratePerson'));
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
  const me = useUser();
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
            <MessageButton person={person} />
            <PersonMenu
              person={person}
              isMuted={relations.ids.mute.has(id)}
              onReport={report}
              more={
                <>
                  {me.roles.includes('admin') && (
                    <Suspense fallback={null}>
                      <ModerateButton person={person} />
                    </Suspense>
                  )}
                  <ReportButton kind="user" id={id} person={person} look="menu" />
                </>
              }
            />
          </>
        }
      />
      <AboutPerson {...person} />
      {person.shares_needs && (
        <Button
          component={Link}
          to={`/my-species?compare=${id}&difference=they_need&order=now`}
          variant="default"
          leftSection={<IconTarget size={20} aria-hidden />}
          mb="md"
        >
          {t('needs_of', { name: person.name })}
        </Button>
      )}
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

/** Figures of a person's public records, from the server. */
function FiguresOfPerson({ name, figures, isFiltered }: { name: string; figures: StatisticsOf; isFiltered: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { observations, days, rank, months, groups } = figures;
  const facts = [
    days > 0 && `${number(days, language)} ${t('tile.days', { count: days })}`,
    rank !== null && t('figures.rank', { rank: number(rank, language) }),
  ].filter(Boolean);
  return (
    <section className={classes.records} aria-labelledby="statistics">
      <SectionTitle id="statistics">{t('common:screens.statistics')}</SectionTitle>
      {facts.length > 0 && <p className={classes.rank}>{facts.join(' · ')}</p>}
      {observations > 0 ? (
        <FigureCharts
          months={months}
          groups={groups}
          titles={{ months: t('figures.months'), monthsOf: t('figures.months_of', { name }) }}
        />
      ) : (
        <NothingHere isFiltered={isFiltered} sentence={t('empty_person', { name })} />
      )}
    </section>
  );
}

/** The species that both have recorded, and those that only the other person has, from their public records. */
function InCommon({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('profile');
  const { common, theirs, error, retry } = useInCommon(id);
  if (error) return <LoadFailure error={error} onRetry={retry} />;
  if (!common || !theirs) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <Species id="common" title={t('common_species')} taxa={common} none={t('none_common', { name })} />
      <Species id="theirs" title={t('their_species', { name })} taxa={theirs} none={t('none_theirs', { name })} />
    </>
  );
}

function Species({ id, title, taxa: ids, none }: { id: string; title: string; taxa: readonly number[]; none: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const taxa = useTaxa(ids);
  return (
    <section className={classes.records} aria-labelledby={id}>
      <SectionTitle id={id}>
        {title} ({ids.length})
      </SectionTitle>
      {ids.length === 0 && <EmptyState sentence={none} />}
      {taxa && taxa.length > 0 && (
        <VirtualRows
          items={taxa}
          keyOf={(taxon) => taxon.id}
          rowHeight={80}
          label={title}
          render={(taxon) => <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />}
        />
      )}
    </section>
  );
}

/** The figures of a person, each with a link to the list that it counts. */
function PersonTiles({ person, figures }: { person: CommunityProfile; figures: StatisticsOf }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { gamification, units } = useUser().preferences;
  const address = useProfileAddress();
  const { observations, species, identifications, confirmed, confirmable, journeys = 0, kilometres = 0 } = figures;
  return (
    <StatTiles isDense>
      <StatTile
        value={number(observations, language)}
        label={t('tile.records', { count: observations })}
        to={address({ view: null, quality: null }, 'records')}
      />
      <StatTile
        value={number(species, language)}
        label={t('tile.species', { count: species })}
        to={address({ view: 'species' }, 'species')}
      />
      <ConfirmedTile share={confirmedShare(confirmed, confirmable)} to={address({ view: null, quality: 'confirmed' }, 'records')} />
      {journeys > 0 && (
        <StatTile
          value={number(journeys, language)}
          label={t('tile.journeys', { count: journeys })}
          {...(kilometres > 0 && { change: distance(kilometres * 1000, units, language) })}
          to={address({ view: 'journeys' }, 'journeys')}
        />
      )}
      <StatTile
        value={number(identifications, language)}
        label={t('figures.identifications', { count: identifications })}
        to={address({ view: 'identifications' }, 'identifications')}
      />
      {person.badges && gamification && (
        <StatTile
          value={number(person.badges.length, language)}
          label={t('tile.badges', { count: person.badges.length })}
          to={address({ view: 'badges' }, 'badges')}
          {...(person.level !== null && { change: t('common:count.level', { level: number(person.level, language) }) })}
        />
      )}
    </StatTiles>
  );
}

/** The share of records that are confirmed; a dash where none can be. */
function ConfirmedTile({ share, to }: { share: number | null; to: string }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return <StatTile value={share === null ? '–' : number(share, language, { style: 'percent' })} label={t('tile.confirmed')} to={to} />;
}

const NONE: readonly number[] = [];

/** The species of a person’s public records, most common first, by the names on this device. */
function SpeciesOfPerson({ name, species, isFiltered }: { name: string; species: SpeciesOf; isFiltered: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const ids = species.data ?? NONE;
  const taxa = useTaxa(ids);
  const missing = ids.length - (taxa?.length ?? 0);
  const isLoading = (!species.data && !species.error) || taxa === undefined;
  return (
    <section className={classes.records} aria-labelledby="species">
      <SectionTitle id="species">{t('species_of_person')}</SectionTitle>
      {!species.data && species.error && <LoadFailure error={species.error} onRetry={() => void species.refetch()} />}
      {isLoading && !species.error && <TaxonRowSkeletons label={t('loading')} />}
      {species.data?.length === 0 && <NothingHere isFiltered={isFiltered} sentence={t('empty_person', { name })} />}
      {taxa && taxa.length > 0 && (
        <VirtualRows
          items={taxa}
          keyOf={(taxon) => taxon.id}
          rowHeight={80}
          label={t('species_of_person')}
          render={(taxon) => <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />}
        />
      )}
      {taxa &&
        missing > 0 &&
        (taxa.length === 0 ? <NamesState /> : <p className={classes.missing}>{t('species_not_here', { count: missing })}</p>)}
    </section>
  );
}
