import { Button, Checkbox, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { isDay, WORLDWIDE } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance, number } from '../../i18n/format';
import { writeLocationQuery } from '../../shared/location/location-filter';
import { MoreRecords } from '../../shared/records/lists/ListParts';
import { type LocalFact, useFetchState, useRecordsOfFacts, useSyncStates } from '../../shared/records/own';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { RecordsMap } from '../../shared/records/RecordsMap';
import { useLanguage, useUser } from '../../shared/session/session';
import { CardGrid } from '../../ui/cards/CardGrid';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { ObserveButton } from '../../ui/ObserveButton';
import { SectionTitle } from '../../ui/SectionTitle';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useRelations } from '../relations/data';
import { NoneInPeriod } from '../species/data';
import { type OwnProfile, useOwnProfile, usePersonStatistics } from './data';
import { LAYOUTS, ProfileFilter, useProfileAddress, useProfileFilter, useRecordLayout } from './ProfileFilter';
import { RecordLine } from '../../shared/records/RecordLine';
import classes from './profile.module.css';

const STEP = 24;
const FIRST_CARDS = 3;

/** The user's records, from data on the device, on the profile below their figures. */
export function OwnRecords({ hasTiles = true }: { hasTiles?: boolean }) {
  const { t } = useTranslation(['profile', 'common', 'observations']);
  const [read, write] = useAddressFilter();
  const { period, location } = useProfileFilter();
  const since = dayOf(read('since'));
  const own = useOwnProfile({ period, since, country: location === WORLDWIDE ? null : location });
  const fetched = useFetchState();
  const isConfirmed = read('quality') === 'confirmed';
  const records = useMemo(() => own?.records.filter(({ quality }) => !isConfirmed || quality === 'confirmed'), [own, isConfirmed]);
  const [layout] = useRecordLayout();
  useHashScroll(own !== undefined);
  if (!own || !records || !fetched) return null;
  const { isAny } = own;
  const all = () => write({ period: null, since: null, quality: null, country: WORLDWIDE, location: null });
  return (
    <>
      {isAny && <ProfileFilter since={since} />}
      {/* The tiles are about a period. */}
      {hasTiles && <OwnTiles own={own} isHidden={since !== null || fetched !== 'fetched'} />}
      <section className={classes.records} aria-labelledby="records">
        {hasTiles ? (
          <SectionTitle id="records" action={isAny && <OpenTable />}>
            {t('common:sync.title')}
          </SectionTitle>
        ) : (
          <VisuallyHidden component="h2" id="records">
            {t('common:sync.title')}
          </VisuallyHidden>
        )}
        {isAny && <RecordTools />}
        <div className={classes.panel}>
          {isAny && records.length === 0 ? (
            <NoneInPeriod onAll={all} />
          ) : records.length === 0 ? (
            <OwnEmptyState sentence={t('empty')} action={<ObserveButton to="/observe" label={t('common:nav.observe')} />} />
          ) : layout === 'map' ? (
            <RecordsMap records={records} />
          ) : (
            <List records={records} isGrid={layout === 'grid'} />
          )}
        </div>
      </section>
    </>
  );
}

/** The records as a table, with more columns, and changes of many at once. */
export function OpenTable() {
  const { t } = useTranslation('observations');
  return (
    <Button component={Link} to="/tables" variant="default" leftSection={<IconTable size={20} aria-hidden />}>
      {t('workbench.open')}
    </Button>
  );
}

function List({ records, isGrid }: { records: readonly LocalFact[]; isGrid: boolean }) {
  const { t } = useTranslation('common');
  const states = useSyncStates();
  const [shown, setShown] = useState(STEP);
  const first = useRecordsOfFacts(records, shown);
  if (!first) return null;
  return (
    <>
      {isGrid ? (
        <CardGrid>
          {first.map((record, index) => (
            <div key={record.id} className={classes.card}>
              <OwnRecordCard record={record} syncState={states?.get(record.id)} isFirst={index < FIRST_CARDS} />
            </div>
          ))}
        </CardGrid>
      ) : (
        <ul className={classes.lines} aria-label={t('sync.title')}>
          {first.map((record) => (
            <li key={record.id}>
              <RecordLine record={record} syncState={states?.get(record.id)} />
            </li>
          ))}
        </ul>
      )}
      {records.length > shown && <MoreRecords onMore={() => setShown(shown + STEP)} isLoading={false} hasFailed={false} />}
    </>
  );
}

const dayOf = (value: string | null) => (value !== null && isDay(value) ? value : null);

/** The user's figures: those of their records from the device, and how many people they follow. */
function OwnTiles({ own, isHidden }: { own: OwnProfile; isHidden: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const user = useUser();
  const { ids, followers } = useRelations();
  const { period, location } = useProfileFilter();
  const address = useProfileAddress();
  const { data: figures } = usePersonStatistics(user.id, { period, location });
  const { records, species, days } = own;
  const query = period === 'all' ? '' : `period=${period}`;
  const { gamification } = user.preferences;
  const confirmed = own.confirmed === null ? '–' : number(own.confirmed, language, { style: 'percent' });
  return (
    <StatTiles hidden={isHidden} isDense>
      <StatTile
        value={number(records.length, language)}
        label={t('tile.records', { count: records.length })}
        to={address({ tab: null, quality: null }, 'records')}
      />
      <StatTile
        value={number(species, language)}
        label={t('tile.species', { count: species })}
        to={`/my-species?${['view=seen', writeLocationQuery(location), query].filter(Boolean).join('&')}`}
      />
      <StatTile
        value={number(days, language)}
        label={t('tile.days', { count: days })}
        {...(location === WORLDWIDE && { to: `/my-journeys?${query}` })}
      />
      <StatTile value={confirmed} label={t('tile.confirmed')} to={address({ tab: null, quality: 'confirmed' }, 'records')} />
      {figures?.journeys !== undefined && figures.journeys > 0 && (
        <StatTile
          value={number(figures.journeys, language)}
          label={t('tile.journeys', { count: figures.journeys })}
          change={distance((figures.kilometres ?? 0) * 1000, user.preferences.units, language)}
          to={`/my-journeys?${query}`}
        />
      )}
      {figures && (
        <StatTile
          value={number(figures.identifications, language)}
          label={t('figures.identifications', { count: figures.identifications })}
          to={address({ tab: 'identifications' }, 'identifications')}
        />
      )}
      {gamification && (
        <StatTile
          value={number(user.badges.length, language)}
          label={t('tile.badges', { count: user.badges.length })}
          change={`${number(user.total_xp, language)} ${t('tile.points', { count: user.total_xp })}`}
          to={address({ tab: 'badges' }, 'badges')}
        />
      )}
      {followers !== undefined && (
        <>
          <StatTile
            value={number(ids.follow.size, language)}
            label={t('tile.followed', { count: ids.follow.size })}
            to="/settings/people"
          />
          <StatTile value={number(followers, language)} label={t('tile.followers', { count: followers })} />
        </>
      )}
    </StatTiles>
  );
}

/** How the records of a profile are shown, and whether only confirmed ones are. */
export function RecordTools() {
  const { t } = useTranslation('profile');
  const [read, write] = useAddressFilter();
  const [layout, setLayout] = useRecordLayout();
  return (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label={t('layout.label')}
        value={layout}
        data={LAYOUTS.map((one) => ({ value: one, label: t(`layout.${one}`) }))}
        onChange={(next) => setLayout(LAYOUTS.find((one) => one === next) ?? 'grid')}
      />
      <Checkbox
        label={t('only_confirmed')}
        checked={read('quality') === 'confirmed'}
        onChange={(event) => write({ quality: event.currentTarget.checked ? 'confirmed' : null })}
      />
    </div>
  );
}
