import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '../../shared/session/session';
import { useProfileFilter } from './ProfileFilter';
import IdentificationsOf from './IdentificationsOf';

/** What the user said that records of others show. */
export default function OwnIdentifications() {
  const { t } = useTranslation(['profile', 'common']);
  const { id } = useUser();
  const toQueue = (
    <Button component={Link} to="/identify" variant="default">
      {t('common:screens.identify')}
    </Button>
  );
  return <IdentificationsOf id={id} filter={useProfileFilter()} none={t('no_own_identifications')} action={toQueue} />;
}
