import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { countryName, number } from '../../i18n/format';
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
import { FiguresOfPerson } from './parts/FiguresOfPerson';
import { PersonMap } from './parts/PersonMap';
import { Portrait } from './parts/Portrait';
import { RecordsOfPerson } from './parts/RecordsOfPerson';
import { SpeciesOfPerson } from './parts/SpeciesOfPerson';
import classes from './profile.module.css';

/** The public profile of another person, with the list of records or (`?view=species`) of species. The user's own id redirects to the user's profile. */
export default function PersonScreen() {
  const { user: id = '' } = useParams();
  const me = useUser();
  return id === me.id ? <Navigate to="/profile" replace /> : <Person key={id} id={id} />;
}

function Person({ id }: { id: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { data: person, error, isError, dataUpdatedAt, refetch } = usePerson(id);
  usePageTitle(isPersonMissing(error) ? t('common:screens.not_found') : person?.name);
  const [read] = useAddressFilter();
  const isSpecies = read('view') === 'species';
  const isVisible = person !== undefined && !isPersonMissing(error);
  const records = useRecordsOf(id, isVisible && !isSpecies);
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
        line={person.country_code ? countryName(person.country_code, language) : undefined}
        actions={
          <>
            {(person.is_listed || relations.ids.follow.has(id)) && (
              <FollowButton person={person} isFollowed={relations.ids.follow.has(id)} />
            )}
            <PersonMenu person={person} isMuted={relations.ids.mute.has(id)} more={<ReportButton kind="user" id={id} />} />
          </>
        }
      />
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
      </StatTiles>
      <PersonMap id={id} name={person.name} />
      <FiguresOfPerson id={id} name={person.name} />
      {isSpecies ? <SpeciesOfPerson name={person.name} species={species} /> : <RecordsOfPerson name={person.name} records={records} />}
    </>
  );
}
