import { Button, NativeSelect, Switch } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName, number } from '../../i18n/format';
import { type LocationFilter, writeLocationQuery, useLocationName } from '../../shared/location/location-filter';
import { FreshnessMark, LoadFailure, MoreRecords } from '../../shared/records/lists/ListParts';
import { notifier, useLanguage, useUser } from '../../shared/session/session';
import { UnconfirmedEmail } from '../../shared/session/UnconfirmedEmail';
import { Avatar } from '../../ui/avatar/Avatar';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { StatTile } from '../../ui/StatTile';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useRelations } from '../relations/data';
import { FollowButton } from '../relations/FollowButton';
import { type CommunityUser, inOrder, ORDERS, pinned, setListed, useCommunity, useFoundPeople } from './data';
import screen from './CommunityScreen.module.css';
import classes from './People.module.css';

interface Props {
  location: LocationFilter;
  onLocation: (location: LocationFilter) => void;
}

/** The people of a country, a saved place or the world, and their totals. */
export function People({ location, onLocation }: Props) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  const { data, error, isPending, dataUpdatedAt, refetch } = useCommunity(location);
  const place = useLocationName(location);
  return (
    <>
      <div className={screen.marks}>
        <FreshnessMark isOutdated={data !== undefined && error !== null} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </div>
      {isPending && <TaxonRowSkeletons label={t('loading')} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={screen.columns}>
          <section className={screen.totals} aria-label={t('totals', { place })}>
            <StatTile value={number(data.totals.people, language)} label={t('people', { count: data.totals.people })} />
            <StatTile
              value={number(data.totals.observations, language)}
              label={t('records', { count: data.totals.observations })}
              to={`/feed?${writeLocationQuery(location)}`}
            />
            <StatTile value={number(data.totals.species, language)} label={t('species', { count: data.totals.species })} />
          </section>
          <section className={screen.list} aria-labelledby="people">
            <SectionTitle id="people">{place}</SectionTitle>
            <List key={location} all={data.data} location={location} onLocation={onLocation} />
          </section>
          <div className={screen.side}>
            <IdentifyLink />
            <OptIn />
          </div>
        </div>
      )}
    </>
  );
}

/** Rows at first, and more at a time. */
const STEP = 50;

function List({ all, location, onLocation }: Props & { all: readonly CommunityUser[] }) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  const me = useUser();
  const [read, write] = useAddressFilter();
  const name = read('name') ?? '';
  const order = ORDERS.find((one) => one === read('order')) ?? 'species';
  const { ids } = useRelations();
  const place = useLocationName(location);
  const [shown, setShown] = useState(STEP);
  const found = useFoundPeople(location, name.trim(), all);
  const people = pinned(inOrder(found, order, language), me.id).filter(({ id }) => !ids.block.has(id));
  const hasCountry = people.some(({ country_code }) => country_code !== location);
  const isAlone = name === '' && people.every(({ id }) => id === me.id);
  return (
    <>
      {(name !== '' || all.length > 1) && (
        <div className={classes.tools}>
          <SearchField
            label={t('search')}
            clearLabel={t('common:action.clear')}
            value={name}
            onChange={(text) => {
              setShown(STEP);
              write({ name: text });
            }}
          />
          <NativeSelect
            aria-label={t('order.label')}
            value={order}
            data={ORDERS.map((one) => ({ value: one, label: t(`order.${one}`) }))}
            onChange={(event) => write({ order: event.currentTarget.value === 'species' ? null : event.currentTarget.value })}
          />
        </div>
      )}
      {people.length > 0 && (
        <ul className={screen.people}>
          {people.slice(0, shown).map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isMe={person.id === me.id}
              isFollowed={ids.follow.has(person.id)}
              hasCountry={hasCountry}
            />
          ))}
        </ul>
      )}
      {people.length > shown && <MoreRecords onMore={() => setShown(shown + STEP)} isLoading={false} hasFailed={false} />}
      {people.length === 0 && (
        <EmptyState
          drawing={<HillPath />}
          sentence={t('nobody_found')}
          action={
            <Button variant="default" onClick={() => write({ name: null })}>
              {t('show_everybody')}
            </Button>
          }
        />
      )}
      {isAlone && (
        <EmptyState
          drawing={<HillPath />}
          sentence={t('alone', { place })}
          action={
            location !== WORLDWIDE && (
              <Button variant="default" onClick={() => onLocation(WORLDWIDE)}>
                {t('common:location.worldwide')}
              </Button>
            )
          }
        />
      )}
    </>
  );
}

/** The way to the records that wait for identification. */
function IdentifyLink() {
  const { t } = useTranslation('identifications');
  return (
    <Link className={classes.link} to="/identify">
      <IconZoomQuestion size={22} aria-hidden />
      {t('queue.invitation')}
    </Link>
  );
}

/** Switch to be listed. Stays visible after opting in, so that it can be undone. */
function OptIn() {
  const { t } = useTranslation(['community', 'common']);
  const isListed = useUser().preferences.community_opt_in;
  const [wasListed] = useState(isListed);
  if (wasListed && isListed) return <UnconfirmedEmail isAboutListing />;
  const change = (next: boolean) => {
    setListed(next).catch(() => notifier.show('negative', t('common:error.storage_failed')));
  };
  return (
    <section className={classes.line}>
      <Switch
        checked={isListed}
        onChange={(event) => change(event.currentTarget.checked)}
        label={t('opt_in')}
        description={isListed ? t('opt_in_done') : t('opt_in_hint')}
      />
      {isListed && <UnconfirmedEmail isAboutListing />}
    </section>
  );
}

interface PersonRowProps {
  person: CommunityUser;
  isMe: boolean;
  isFollowed: boolean;
  /** False where everybody in the list is of the same country. */
  hasCountry: boolean;
}

/** A person with their counts, who can be followed; the user is marked. */
function PersonRow({ person, isMe, isFollowed, hasCountry }: PersonRowProps) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  const { id, name, country_code, is_pro, observations, species } = person;
  const marks = [isMe && t('you'), is_pro && t('pro')].filter((mark) => mark !== false);
  return (
    <li className={classes.item} data-me={isMe || undefined}>
      <Link className={classes.row} to={isMe ? '/profile' : `/profile/${id}`}>
        <Avatar person={person} />
        <span className={classes.text}>
          <span className={classes.words}>
            <span className={classes.name}>
              <bdi dir="auto">{name}</bdi>
              {marks.map((mark) => (
                <span key={mark} className={classes.mark}>
                  {mark}
                </span>
              ))}
            </span>
            {hasCountry && country_code && <span className={classes.country}>{countryName(country_code, language)}</span>}
          </span>
          <span className={classes.figures}>
            <span className={classes.species}>{t('common:count.species', { count: species })}</span>
            <span>{t('common:count.records', { count: observations })}</span>
          </span>
        </span>
      </Link>
      <div className={classes.follow}>{!isMe && person.is_listed && <FollowButton person={person} isFollowed={isFollowed} />}</div>
    </li>
  );
}
