import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { useProfileFilter } from './address';

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
