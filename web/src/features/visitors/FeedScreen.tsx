import { useTranslation } from 'react-i18next';
import { CardGrid } from '../../ui/cards/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { CountryFilter, ShowWorld, useCountry, VisitorFrame } from './VisitorFrame';
import { useLatestRecords } from './data';

const FIRST_CARDS = 3;

/** The latest public records for visitors. */
export default function FeedScreen() {
  const { t } = useTranslation(['visitors', 'common']);
  const tr = useRecordTranslation();
  const [country] = useCountry();
  const { data, error, refetch } = useLatestRecords(country);
  return (
    <VisitorFrame title={t('common:screens.feed')} lead={t('feed.lead')} more={t('feed.more')}>
      <CountryFilter />
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RecordCardSkeletons count={6} label={t('loading')} />}
      {data?.data.length === 0 && <EmptyState sentence={t('feed.empty')} action={<ShowWorld />} />}
      {data && data.data.length > 0 && (
        <CardGrid label={t('common:screens.feed')}>
          {data.data.map((record, index) => (
            <PublicRecordCard
              key={record.id}
              record={record}
              to={`/observations/${record.id}`}
              observer={{ name: describeObserver(record, tr).name }}
              headingLevel={2}
              isFirst={index < FIRST_CARDS}
            />
          ))}
        </CardGrid>
      )}
    </VisitorFrame>
  );
}
