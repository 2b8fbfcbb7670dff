import { NativeSelect, SegmentedControl } from '@mantine/core';
import { EXPLORED_RECORD_ORDERS } from '@veld/contract';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { RecordCardSkeletons, TaxonRowSkeletons } from '../../../ui/Skeletons';
import { RecordLine } from '../../../shared/records/RecordLine';
import { type RecordOrder, useExploredRecords } from '../data';
import type { ViewProps } from '../view-props';
import { NothingFound } from './NothingFound';
import classes from './views.module.css';

const RecordsTable = lazy(() => import('./RecordsTable'));

/** Cards in view before scrolling, whose photos load eagerly. */
const FIRST_CARDS = 3;

/** How the records are shown: their order, and as cards, as lines or as a table, which has the order in its titles. */
export function RecordTools({ read, changes }: ViewProps) {
  const { t } = useTranslation('explore');
  const layout = findLayout(read);
  return (
    <>
      {layout !== 'table' && (
        <NativeSelect
          aria-label={t('order.label')}
          value={orderIn(read)}
          onChange={(event) => changes.show({ order: writeOrder(event.currentTarget.value) })}
          data={EXPLORED_RECORD_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
        />
      )}
      <SegmentedControl
        aria-label={t('as.label')}
        value={layout}
        onChange={(as) => changes.show({ as: as === 'grid' ? null : as })}
        data={RECORD_LAYOUTS.map((value) => ({ value, label: t(`as.${value}`) }))}
      />
    </>
  );
}

const RECORD_LAYOUTS = ['grid', 'list', 'table'] as const;
const findLayout = (read: ViewProps['read']) => RECORD_LAYOUTS.find((one) => one === read('as')) ?? 'grid';
const orderIn = (read: ViewProps['read']): RecordOrder => EXPLORED_RECORD_ORDERS.find((one) => one === read('order')) ?? 'observed';
/** The usual order is not in the address. */
const writeOrder = (order: string) => (order === 'observed' ? null : order);

/** The records of the filter, as cards, as lines or as a table. */
export function RecordsView({ request, read, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const layout = findLayout(read);
  const order = orderIn(read);
  const records = useExploredRecords(request, order);
  const list = useMemo(() => records.data?.pages.flatMap((page) => page.data), [records.data]);
  return (
    <>
      {!list && records.error && <LoadFailure error={records.error} onRetry={() => void records.refetch()} />}
      {!list && !records.error && <RecordCardSkeletons count={6} label={t('loading')} />}
      {list?.length === 0 && <NothingFound onClear={changes.clear} />}
      {list && list.length > 0 && layout === 'grid' && (
        <CardGrid label={t('view.records')}>
          {list.map((record, at) => (
            <div key={record.id} className={classes.card}>
              <PublicRecordCard record={record} isFirst={at < FIRST_CARDS} headingLevel={2} />
            </div>
          ))}
        </CardGrid>
      )}
      {list && list.length > 0 && layout === 'list' && (
        <ul className={classes.lines} aria-label={t('view.records')}>
          {list.map((record) => (
            <li key={record.id}>
              <RecordLine record={record} />
            </li>
          ))}
        </ul>
      )}
      {list && list.length > 0 && layout === 'table' && (
        <Suspense fallback={<TaxonRowSkeletons label={t('loading')} />}>
          <RecordsTable records={list} order={order} onOrder={(next) => changes.show({ order: writeOrder(next) })} />
        </Suspense>
      )}
      {order === 'oldest' && <p className={classes.note}>{t('order.dated_only')}</p>}
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
