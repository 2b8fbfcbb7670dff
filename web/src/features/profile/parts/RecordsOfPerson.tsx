import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { MoreRecords } from '../../../shared/records/lists/MoreRecords';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import type { PersonFilter, RecordsOf } from '../data';
import { useRecordLayout } from '../layout';
import classes from '../profile.module.css';
import { NothingHere } from './NothingHere';
import { PersonMap } from './PersonMap';
import { RecordLine } from './RecordLine';
import { RecordTools } from './RecordTools';

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
