import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { HillPath } from '../../ui/drawings/HillPath';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { StatTile } from '../../ui/StatTile';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../accounts/data';
import { addressOf, isLocationFilter, type LocationFilter, placeIdOf, useLocationFilter } from '../accounts/location-filter';
import { useLocationName } from '../accounts/location-place';
import { LocationSelect } from '../accounts/LocationSelect';
import { FreshnessMark, LoadFailure } from '../feed/data';
import { useRelations } from '../relations/data';
import classes from './CommunityScreen.module.css';
import { pinned, useCommunity } from './data';
import { IdentifyLink } from './parts/IdentifyLink';
import { Leaderboards } from './parts/Leaderboards';
import { OptIn } from './parts/OptIn';
import { PersonRow } from './parts/PersonRow';
import { RunningProjects } from './parts/RunningProjects';
import { sectionOf, Sections } from './parts/Sections';

/** People, leaderboards and projects of a country, a saved place or the world. */
export default function CommunityScreen() {
  const { t } = useTranslation(['community', 'common']);
  const [read, write] = useAddressFilter();
  const section = sectionOf(read('section'));
  const me = useUser();
  const [location, setLocation] = useLocationFilter(me.country_code ?? WORLDWIDE, isLocationFilter);
  const country = placeIdOf(location) === null ? location : WORLDWIDE;
  return (
    <>
      <PageHeader
        title={t('common:screens.community')}
        lead={t('lead')}
        actions={section === 'people' && <LocationSelect value={location} onChange={setLocation} hasPlaces />}
      />
      <div className={classes.sections}>
        <Sections value={section} onChange={(next) => write({ section: next === 'people' ? null : next })} />
      </div>
      {section === 'people' && <People location={location} />}
      {section === 'leaderboards' && <Leaderboards />}
      {section === 'projects' && <RunningProjects country={country} />}
    </>
  );
}

function People({ location }: { location: LocationFilter }) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  const me = useUser();
  const { data, error, isPending, dataUpdatedAt, refetch } = useCommunity(location);
  const { ids } = useRelations();
  const people = data && pinned(data.data, me.id).filter(({ id }) => !ids.block.has(id));
  const isAlone = people !== undefined && people.every(({ id }) => id === me.id);
  const place = useLocationName(location);

  return (
    <>
      <div className={classes.marks}>
        <FreshnessMark isOutdated={data !== undefined && error !== null} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </div>
      {isPending && <TaxonRowSkeletons label={t('loading')} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && people && (
        <div className={classes.columns}>
          <section className={classes.totals} aria-label={t('totals', { place })}>
            <StatTile value={number(data.totals.people, language)} label={t('people', { count: data.totals.people })} />
            <StatTile
              value={number(data.totals.observations, language)}
              label={t('records', { count: data.totals.observations })}
              to={`/feed?${addressOf(location)}`}
            />
            <StatTile value={number(data.totals.species, language)} label={t('species', { count: data.totals.species })} />
          </section>
          <section className={classes.list} aria-labelledby="people">
            <SectionTitle id="people">{place}</SectionTitle>
            <ul className={classes.people}>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} isMe={person.id === me.id} isFollowed={ids.follow.has(person.id)} />
              ))}
            </ul>
            {isAlone && <EmptyState drawing={<HillPath />} sentence={t('alone', { place })} />}
          </section>
          <div className={classes.side}>
            <IdentifyLink />
            <OptIn />
          </div>
        </div>
      )}
    </>
  );
}
