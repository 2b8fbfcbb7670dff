import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { UpdateOffer } from './UpdateOffer';
import { useUpdateNeed } from './use-update';
import { WhatIsNew } from './WhatIsNew';

/** Whether the server requires or recommends a newer app, and what is new in it. */
export default function AppUpdateScreen() {
  const need = useUpdateNeed(useLocation().state as { url?: string | null } | null);
  if (need.state === 'checking') return null;
  if (need.state === 'required') return <UpdateOffer url={need.url} />;
  if (need.state === 'recommended') return <UpdateOffer url={need.url} recommended={need.version} />;
  return <NoUpdate isKnown={need.state === 'current'} />;
}

function NoUpdate({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation(['operations', 'common']);
  return (
    <EmptyState
      drawing={<HillPath />}
      title={isKnown ? t('update.not_needed') : t('common:screens.app_update')}
      headingLevel={1}
      sentence={isKnown ? t('update.up_to_date') : t('update.unknown')}
      action={
        <Stack align="center" gap="md">
          <Button component={Link} to="/">
            {t('common:action.go_home')}
          </Button>
          <WhatIsNew />
        </Stack>
      }
    />
  );
}
