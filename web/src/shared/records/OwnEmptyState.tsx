import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { fetchAgain, useFetchState } from './own';

/** Empty state of a list of the user's records; shown only once the records have been fetched. */
export function OwnEmptyState(shown: ComponentProps<typeof EmptyState>) {
  const state = useFetchState();
  if (state === undefined) return null;
  return state === 'fetched' ? <EmptyState {...shown} /> : <OwnRecordsAwaited />;
}

/** The place of the user's records on a device that has not fetched them yet. */
export function OwnRecordsAwaited() {
  const { t } = useTranslation('common');
  const state = useFetchState();
  if (state === undefined || state === 'fetched') return null;
  if (state === 'fetching') return <TaxonRowSkeletons label={t('sync.downloading')} />;
  return (
    <ErrorState
      sentence={t('sync.download_failed')}
      action={
        <Button variant="default" onClick={fetchAgain}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
