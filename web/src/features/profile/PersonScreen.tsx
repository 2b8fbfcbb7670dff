import { Button } from '@mantine/core';
import type { CommunityProfile } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { countryName, formatDate, number } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { usePageTitle } from '../../ui/frame/page-title';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../accounts/data';
import { FreshnessMark, LoadFailure } from '../feed/data';
import { BlockedPerson } from '../relations/BlockedPerson';
import { useRelations } from '../relations/data';
import { FollowButton } from '../relations/FollowButton';
import { PersonMenu } from '../relations/PersonMenu';
import { ReportButton } from '../reports/ReportButton';
import { isPersonMissing, usePerson, useRecordsOf, useSpeciesOfPerson } from './data';
import { AboutPerson } from './parts/AboutPerson';
import { FiguresOfPerson } from './parts/FiguresOfPerson';
import { InCommon } from './parts/InCommon';
import { PersonMap } from './parts/PersonMap';
import { Portrait } from './parts/Portrait';
import { RecordsOfPerson } from './parts/RecordsOfPerson';
import { SharedBadges } from './parts/SharedBadges';
import { SpeciesOfPerson } from './parts/SpeciesOfPerson';
import { Views } from './parts/Views';
import classes from './profile.module.css';

/** The public profile of another person, with the list of records or (`?view=species`) of species. The user's own id redirects to the user's profile. */
export default function PersonScreen() {
  const { user: id = '' } = useParams();
  const me = useUser();
  return id === me.id ? <Navigate to="/profile" replace /> : <Person key={id} id={id} />;
}

const VIEWS = ['records', 'species', 'common', 'badges'] as const;
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
  const isSpecies = view === 'species';
  const isVisible = person !== undefined && !isPersonMissing(error);
  const records = useRecordsOf(id, isVisible && view === 'records');
  const species = useSpeciesOfPerson(id, isVisible && isSpecies);
  useHashScroll((isSpecies ? species.data : records.data) !== undefined);

  const relations = useRelations();
  const blocked =
    relations.ids.block.has(id) && (relations.people.find((one) => one.kind === 'block' && one.user.id === id)?.user ?? person);
  if (blocked) return <BlockedPerson person={blocked} />;
  if (isPersonMissing(error)) {
    return (
      <EmptyState
        drawing={<LostTrail />}
        title={t('common:screens.not_found')}
        headingLevel={1}
        sentence={t('not_found')}
        action={
          <Button component={Link} to="/community" variant="default">
            {t('common:screens.community')}
          </Button>
        }
      />
    );
  }
  if (!person) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;

  const shown = isSpecies ? species : records;
  const joined =
    person.joined && t('joined', { month: formatDate(new Date(`${person.joined}-15`), language, { month: 'long', year: 'numeric' }) });
  const line = [person.country_code && countryName(person.country_code, language), joined];
  const retry = () => {
    void refetch();
    void shown.refetch();
  };
  return (
    <>
      <div className={classes.marks}>
        <FreshnessMark isOutdated={isError || shown.isRefetchError} refreshedAt={dataUpdatedAt} onRetry={retry} />
      </div>
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
            <PersonMenu person={person} isMuted={relations.ids.mute.has(id)} more={<ReportButton kind="user" id={id} />} />
          </>
        }
      />
      <AboutPerson {...person} />
      <StatTiles>
        <StatTile
          value={number(person.observations, language)}
          label={t('tile.records', { count: person.observations })}
          to={`/profile/${id}#records`}
        />
        <StatTile
          value={number(person.species, language)}
          label={t('tile.species', { count: person.species })}
          to={`/profile/${id}?view=species#species`}
        />
        {person.level !== null && me.preferences.gamification && (
          <StatTile value={number(person.level, language)} label={t('tile.level')} to={`/profile/${id}?view=badges#badges`} />
        )}
      </StatTiles>
      <PersonMap id={id} name={person.name} />
      <FiguresOfPerson id={id} name={person.name} />
      <Views
        value={view}
        views={viewsOf(person).map((one) => ({ value: one, label: t(`view.${one}`) }))}
        onChange={(next) => write({ view: next })}
      />
      {view === 'records' && <RecordsOfPerson name={person.name} records={records} />}
      {view === 'species' && <SpeciesOfPerson name={person.name} species={species} />}
      {view === 'common' && <InCommon id={id} name={person.name} />}
      {view === 'badges' && person.badges && <SharedBadges name={person.name} badges={person.badges} />}
    </>
  );
}
