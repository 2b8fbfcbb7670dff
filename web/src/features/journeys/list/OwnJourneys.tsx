import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HillPath } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { useOwnObservations } from '../../../shared/records/own';
import { useOwnJourneys } from '../own-journeys';
import { listEntries } from './entries';
import { EntryList } from './EntryList';
import { useSummaries } from './summaries';

/** The journeys of the user, without the days of other records. */
export default function OwnJourneys() {
  const { t } = useTranslation(['journeys', 'common']);
  const journeys = useOwnJourneys();
  const records = useOwnObservations();
  const summaries = useSummaries(journeys);
  const entries = useMemo(() => {
    const all = { protocol: null, place: null, group: null, isInPeriod: () => true };
    return journeys && records && listEntries(journeys, records, all).filter(({ kind }) => kind === 'journey');
  }, [journeys, records]);
  if (!entries) return null;
  if (entries.length > 0) return <EntryList entries={entries} summaries={summaries} />;
  return (
    <EmptyState
      drawing={<HillPath />}
      sentence={t('empty')}
      action={
        <Button component={Link} to="/my-journeys">
          {t('common:screens.my_journeys')}
        </Button>
      }
    />
  );
}
