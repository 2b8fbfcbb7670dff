import { Button, NativeSelect } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { EmptyState } from '../../../ui/EmptyState';
import { HillPath } from '../../../ui/drawings/HillPath';
import { SearchField } from '../../../ui/SearchField';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile } from '../../../ui/StatTile';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useLanguage, useUser } from '../../../shared/session/session';
import { writeLocationQuery, type LocationFilter } from '../../../shared/location/location-filter';
import { useLocationName } from '../../../shared/location/location-place';
import { FreshnessMark } from '../../../shared/records/lists/FreshnessMark';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { MoreRecords } from '../../../shared/records/lists/MoreRecords';
import { useRelations } from '../../relations/data';
import screen from '../CommunityScreen.module.css';
import { type CommunityUser, inOrder, ORDERS, pinned, useCommunity, useFoundPeople } from '../data';
import { IdentifyLink } from './IdentifyLink';
import { OptIn } from './OptIn';
import classes from './People.module.css';
import { PersonRow } from './PersonRow';

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
            data={ORDERS.map((one) => ({ value: one as string, label: t(`order.${one}`) }))}
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
