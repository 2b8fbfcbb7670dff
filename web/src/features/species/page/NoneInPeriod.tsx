import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';

/** In place of a list without records in the period. */
export function NoneInPeriod({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation('species');
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('filter.none')}
      action={
        <Button variant="default" onClick={onAll}>
          {t('filter.show_all')}
        </Button>
      }
    />
  );
}
