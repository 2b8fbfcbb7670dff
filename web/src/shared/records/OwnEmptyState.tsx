import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { fetchAgain, useFetchState } from './own';

/** Empty state of a list of the user's records; shown only once the records have been fetched. */
export function OwnEmptyState(shown: ComponentProps<typeof EmptyState>) {
  const { t } = useTranslation('common');
  const state = useFetchState();
  if (state === undefined) return null;
  if (state === 'fetched') return <EmptyState {...shown} />;
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
