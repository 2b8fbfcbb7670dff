import { ActionIcon } from '@mantine/core';
import { IconMapDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { Filters } from './filter/Filters';
import type { Screen } from './use-screen';

/** Page header and filters. */
export function Top({ screen: { filter, location, change, setLocation } }: { screen: Screen }) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      <PageHeader
        title={t('common:screens.map')}
        lead={t(filter.isEveryone ? 'lead_everyone' : 'lead')}
        actions={
          <ActionIcon
            component={Link}
            to="/tile-requests"
            variant="default"
            aria-label={t('common:screens.tile_requests')}
            title={t('common:screens.tile_requests')}
          >
            <IconMapDown size={20} aria-hidden />
          </ActionIcon>
        }
      />
      <Filters filter={filter} location={location} onChange={change} onLocation={setLocation} />
    </>
  );
}
