import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LostTrail } from '../ui/drawings/EmptyDrawings';
import { EmptyState } from '../ui/EmptyState';

/** Shown for paths that are not a screen (decision 0023). */
export default function NotFoundScreen() {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={t('screens.not_found')}
      headingLevel={1}
      sentence={t('error.not_found')}
      action={
        <Button component={Link} to="/">
          {t('action.go_home')}
        </Button>
      }
    />
  );
}
