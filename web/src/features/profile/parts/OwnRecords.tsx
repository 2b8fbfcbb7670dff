import { Button } from '@mantine/core';
import { isDay, WORLDWIDE } from '@veld/contract';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { useHashScroll } from '../../../ui/frame/use-hash-scroll';
import { ObserveButton } from '../../../ui/ObserveButton';
import { SectionTitle } from '../../../ui/SectionTitle';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useLanguage, useUser } from '../../accounts/data';
import { periodOf } from '../../species/data';
import { NoneInPeriod } from '../../species/parts/NoneInPeriod';
import { PeriodSelect } from '../../species/parts/PeriodSelect';
import { MoreRecords } from '../../feed/data';
import { OwnEmptyState, OwnRecordCard, useFetchState, useSyncStates } from '../../observations/data';
import { useRelations } from '../../relations/data';
import { RecordsMap } from '../../observations/page/RecordsMap';
import { useOwnProfile } from '../data';
import classes from '../profile.module.css';

const STEP = 24;
const FIRST_CARDS = 3;

/** The user's figures and records, from data on the device. */
export function OwnRecords() {
  const { t } = useTranslation(['profile', 'common', 'observations']);
  const language = useLanguage();
  const user = useUser();
  const [read, write] = useAddressFilter();
  const period = periodOf(read('period'));
  const since = dayOf(read('since'));
  const own = useOwnProfile({ period, since });
  const states = useSyncStates();
  const fetched = useFetchState();
  const { ids, followers } = useRelations();
  const [shown, setShown] = useState(STEP);
  useHashScroll(own !== undefined);
  if (!own || !fetched) return null;
  const { records, species, days, isAny } = own;
  const query = period === 'all' ? '' : `period=${period}`;
  const all = () => write({ period: null, since: null });

  return (
    <>
      {/* The tiles are about a period. */}
      <StatTiles hidden={since !== null || (!isAny && fetched !== 'fetched')}>
        <StatTile
          value={number(records.length, language)}
          label={t('tile.records', { count: records.length })}
          to={`/profile?${query}#records`}
        />
        <StatTile
          value={number(species, language)}
          label={t('tile.species', { count: species })}
          to={`/my-species?${['view=seen', `country=${WORLDWIDE}`, query].filter(Boolean).join('&')}`}
        />
        <StatTile value={number(days, language)} label={t('tile.days', { count: days })} to={`/my-journeys?${query}`} />
        {user.preferences.gamification && (
          <StatTile value={number(user.total_xp, language)} label={t('tile.points', { count: user.total_xp })} to="/profile?tab=badges" />
        )}
      </StatTiles>
      <div className={classes.people}>
        <StatTiles hidden={followers === undefined}>
          <StatTile
            value={number(ids.follow.size, language)}
            label={t('tile.followed', { count: ids.follow.size })}
            to="/settings/people"
          />
          <StatTile value={number(followers ?? 0, language)} label={t('tile.followers', { count: followers ?? 0 })} />
        </StatTiles>
      </div>
      <div className={classes.map}>
        <RecordsMap records={records} />
      </div>
      <section className={classes.records} aria-labelledby="records">
        <SectionTitle
          id="records"
          action={
            isAny && (
              <div className={classes.tools}>
                <Button component={Link} to="/tables" variant="default" leftSection={<IconTable size={20} aria-hidden />}>
                  {t('observations:workbench.open')}
                </Button>
                <PeriodSelect
                  value={period}
                  since={since}
                  onChange={(next) => write({ period: next === 'all' ? null : next, since: null })}
                />
              </div>
            )
          }
        >
          {t('common:sync.title')}
        </SectionTitle>
        {isAny && records.length === 0 ? (
          <NoneInPeriod onAll={all} />
        ) : records.length === 0 ? (
          <OwnEmptyState sentence={t('empty')} action={<ObserveButton to="/observe" label={t('common:nav.observe')} />} />
        ) : (
          <CardGrid>
            {records.slice(0, shown).map((record, index) => (
              <div key={record.id} className={classes.card}>
                <OwnRecordCard record={record} syncState={states?.get(record.id)} isFirst={index < FIRST_CARDS} />
              </div>
            ))}
          </CardGrid>
        )}
        {records.length > shown && <MoreRecords onMore={() => setShown(shown + STEP)} isLoading={false} hasFailed={false} />}
      </section>
    </>
  );
}

const dayOf = (value: string | null) => (value !== null && isDay(value) ? value : null);
