import { useTranslation } from 'react-i18next';
import { HillPath } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { SharedJourneyCard, useSharedJourneys } from './SharedJourneyCard';
import classes from './SharedJourneys.module.css';

/** The journeys that a person shares, the latest first. */
export default function SharedJourneys({ userId }: { userId: string }) {
  const { t } = useTranslation('journeys');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSharedJourneys(userId);
  const journeys = data?.pages.flatMap((page) => page.data);
  if (!journeys)
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <TaxonRowSkeletons label={t('page.loading')} />;
  if (journeys.length === 0) return <EmptyState drawing={<HillPath />} sentence={t('overview.none_shared')} />;
  return (
    <>
      <ul className={classes.list}>
        {journeys.map((journey) => (
          <li key={journey.id}>
            <SharedJourneyCard journey={journey} hasPerson={false} />
          </li>
        ))}
      </ul>
      {hasNextPage && <MoreRecords onMore={() => void fetchNextPage()} isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} />}
    </>
  );
}
