import { Button } from '@mantine/core';
import { isDay, WORLDWIDE } from '@veld/contract';
import { IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHashScroll } from '../../../ui/frame/use-hash-scroll';
import { ObserveButton } from '../../../ui/ObserveButton';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { NoneInPeriod } from '../../species/parts/NoneInPeriod';
import { MoreRecords } from '../../../shared/records/lists/MoreRecords';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { type LocalFact } from '../../../shared/records/own';
import { OwnEmptyState } from '../../../shared/records/OwnEmptyState';
import { OwnRecordCard } from '../../../shared/records/RecordCards';
import { useFetchState, useRecordsOfFacts, useSyncStates } from '../../../shared/records/own';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import { useProfileFilter } from '../address';
import { useOwnProfile } from '../data';
import { useRecordLayout } from '../layout';
import classes from '../profile.module.css';
import { OwnTiles } from './OwnTiles';
import { ProfileFilter } from './ProfileFilter';
import { RecordLine } from './RecordLine';
import { RecordTools } from './RecordTools';

const STEP = 24;
const FIRST_CARDS = 3;

/** The user's figures and records, from data on the device. */
export function OwnRecords() {
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
      <OwnTiles own={own} isHidden={since !== null || (!isAny && fetched !== 'fetched')} />
      <section className={classes.records} aria-labelledby="records">
        <SectionTitle
          id="records"
          action={
            isAny && (
              <Button component={Link} to="/tables" variant="default" leftSection={<IconTable size={20} aria-hidden />}>
                {t('observations:workbench.open')}
              </Button>
            )
          }
        >
          {t('common:sync.title')}
        </SectionTitle>
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
