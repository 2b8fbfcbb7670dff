import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';

/** In place of a view of a filter that leaves nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('explore');
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('none')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
