import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LostTrail } from '../ui/drawings/EmptyDrawings';
import { EmptyState } from '../ui/EmptyState';

/** Shown for a screen that requires a role the user does not have; the server checks it too. */
export default function ForbiddenScreen() {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={t('screens.forbidden')}
      headingLevel={1}
      sentence={t('error.forbidden')}
      action={
        <Button component={Link} to="/">
          {t('action.go_home')}
        </Button>
      }
    />
  );
}
