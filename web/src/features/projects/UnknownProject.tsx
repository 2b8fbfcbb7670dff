import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';

/** In place of a project that does not exist, or that the person may not see or change. */
export function UnknownProject() {
  const { t } = useTranslation(['projects', 'common']);
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={t('unknown')}
      headingLevel={1}
      sentence={t('unknown_hint')}
      action={
        <Button variant="default" component={Link} to="/projects">
          {t('common:screens.projects')}
        </Button>
      }
    />
  );
}
