import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../shared/geo/still/use-everyone-cells';
import { LoadFailure, MoreRecords } from '../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { useIsOnline } from '../../shared/session/session';
import { CardGrid } from '../../ui/cards/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useProfileFilter, useRecordLayout } from './ProfileFilter';
import type { PersonFilter, RecordsOf } from './data';
import { RecordLine } from '../../shared/records/RecordLine';
import { RecordTools } from './OwnRecords';
import classes from './profile.module.css';

const FIRST_CARDS = 3;

interface Props {
  person: { id: string; name: string };
  records: RecordsOf;
  filter: PersonFilter;
  /** Whether the list is not of all records. */
  isFiltered: boolean;
}

/** The public records of a person, latest first, as cards, as a list or on a map. */
export function RecordsOfPerson({ person: { id, name }, records, filter, isFiltered }: Props) {
  const { t } = useTranslation('profile');
  const [layout] = useRecordLayout();
  return (
    <section className={classes.records} aria-labelledby="records">
      <SectionTitle id="records" action={<RecordTools />}>
        {t('records_of_person')}
      </SectionTitle>
      {layout === 'map' ? (
        <PersonMap id={id} name={name} filter={filter} />
      ) : (
        <List records={records} layout={layout} none={<NothingHere isFiltered={isFiltered} sentence={t('empty_person', { name })} />} />
      )}
    </section>
  );
}

function List({ records, layout, none }: { records: RecordsOf; layout: 'grid' | 'list'; none: ReactNode }) {
  const { t } = useTranslation('profile');
  const list = records.data?.pages.flatMap((page) => page.data);
  if (!list) {
    if (records.error) return <LoadFailure error={records.error} onRetry={() => void records.refetch()} />;
    return <RecordCardSkeletons label={t('loading')} />;
  }
  if (list.length === 0) return none;
  return (
    <>
      {layout === 'grid' ? (
        <CardGrid>
          {list.map((record, index) => (
            <div key={record.id} className={classes.card}>
              <PublicRecordCard record={record} observer={null} isFirst={index < FIRST_CARDS} />
            </div>
          ))}
        </CardGrid>
      ) : (
        <ul className={classes.lines} aria-label={t('records_of_person')}>
          {list.map((record) => (
            <li key={record.id}>
              <RecordLine record={record} />
            </li>
          ))}
        </ul>
      )}
      {records.hasNextPage && (
        <MoreRecords
          onMore={() => void records.fetchNextPage()}
          isLoading={records.isFetchingNextPage}
          hasFailed={records.isFetchNextPageError}
        />
      )}
    </>
  );
}

/** A map of a person's public records, as cells. */
function PersonMap({ id, name, filter: { period, location } }: { id: string; name: string; filter: PersonFilter }) {
  const { t } = useTranslation('profile');
  const isOnline = useIsOnline();
  const cells = useEveryoneCells({ user_id: id, period, country: location });
  if (cells?.length === 0) return <EmptyState sentence={t('no_places')} />;
  if (!cells) return isOnline ? null : <EmptyState sentence={t('map_offline')} />;
  return <StillMap label={t('map_of_person', { name })} shapes={cells} to={`/map?whose=everyone&person=${id}`} />;
}

/** Instead of an empty list: what it says without a filter, and with one the way to the whole list. */
export function NothingHere({ isFiltered, sentence }: { isFiltered: boolean; sentence: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const { clear } = useProfileFilter();
  if (!isFiltered) return <EmptyState sentence={sentence} />;
  return (
    <EmptyState
      sentence={t('none_in_filter')}
      action={
        <Button variant="default" onClick={clear}>
          {t('common:table.clear_filters')}
        </Button>
      }
    />
  );
}
