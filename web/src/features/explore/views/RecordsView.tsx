import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { RecordLine } from '../../profile/RecordLine';
import { type RecordOrder, useExploredRecords } from '../data';
import type { ViewProps } from '../view-props';
import { NothingFound } from './NothingFound';
import classes from './views.module.css';

/** Cards in view before scrolling, whose photos load eagerly. */
const FIRST_CARDS = 3;

/** How the records are shown: their order, and as cards or as lines. */
export function RecordTools({ read, changes }: ViewProps) {
  const { t } = useTranslation('explore');
  return (
    <>
      <NativeSelect
        aria-label={t('order.label')}
        value={orderIn(read)}
        onChange={(event) => changes.show({ order: event.currentTarget.value === 'uploaded' ? 'uploaded' : null })}
        data={[
          { value: 'observed', label: t('order.observed') },
          { value: 'uploaded', label: t('order.uploaded') },
        ]}
      />
      <SegmentedControl
        aria-label={t('as.label')}
        value={read('as') === 'list' ? 'list' : 'grid'}
        onChange={(as) => changes.show({ as: as === 'list' ? 'list' : null })}
        data={[
          { value: 'grid', label: t('as.grid') },
          { value: 'list', label: t('as.list') },
        ]}
      />
    </>
  );
}

const orderIn = (read: ViewProps['read']): RecordOrder => (read('order') === 'uploaded' ? 'uploaded' : 'observed');

/** The records of the filter, as cards or as lines. */
export function RecordsView({ request, read, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const isList = read('as') === 'list';
  const records = useExploredRecords(request, orderIn(read));
  const list = records.data?.pages.flatMap((page) => page.data);
  return (
    <>
      {!list && records.error && <LoadFailure error={records.error} onRetry={() => void records.refetch()} />}
      {!list && !records.error && <RecordCardSkeletons count={6} label={t('loading')} />}
      {list?.length === 0 && <NothingFound onClear={changes.clear} />}
      {list && list.length > 0 && !isList && (
        <CardGrid label={t('view.records')}>
          {list.map((record, at) => (
            <div key={record.id} className={classes.card}>
              <PublicRecordCard record={record} isFirst={at < FIRST_CARDS} />
            </div>
          ))}
        </CardGrid>
      )}
      {list && list.length > 0 && isList && (
        <ul className={classes.lines} aria-label={t('view.records')}>
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
