import { useTranslation } from 'react-i18next';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { EmptyState } from '../../../ui/EmptyState';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { LoadFailure, MoreRecords } from '../../feed/data';
import { PublicRecordCard } from '../../observations/data';
import type { RecordsOf } from '../data';
import classes from '../profile.module.css';

const FIRST_CARDS = 3;

/** The public records of a person, latest first. */
export function RecordsOfPerson({ name, records }: { name: string; records: RecordsOf }) {
  const { t } = useTranslation('profile');
  const list = records.data?.pages.flatMap((page) => page.data);
  return (
    <section className={classes.records} aria-labelledby="records">
      <SectionTitle id="records">{t('records_of_person')}</SectionTitle>
      {list?.length === 0 && <EmptyState sentence={t('empty_person', { name })} />}
      {list && list.length > 0 && (
        <CardGrid>
          {list.map((record, index) => (
            <div key={record.id} className={classes.card}>
              <PublicRecordCard record={record} observer={null} isFirst={index < FIRST_CARDS} />
            </div>
          ))}
        </CardGrid>
      )}
      {!list && records.error && <LoadFailure error={records.error} onRetry={() => void records.refetch()} />}
      {!list && !records.error && <RecordCardSkeletons label={t('loading')} />}
      {records.hasNextPage && (
        <MoreRecords
          onMore={() => void records.fetchNextPage()}
          isLoading={records.isFetchingNextPage}
          hasFailed={records.isFetchNextPageError}
        />
      )}
    </section>
  );
}
