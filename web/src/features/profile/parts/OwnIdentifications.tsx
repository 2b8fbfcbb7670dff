import { useTranslation } from 'react-i18next';
import { useUser } from '../../accounts/data';
import { useProfileFilter } from '../address';
import IdentificationsOf from './IdentificationsOf';

/** What the user said that records of others show. */
export default function OwnIdentifications() {
  const { t } = useTranslation('profile');
  const { id } = useUser();
  return <IdentificationsOf id={id} filter={useProfileFilter()} none={t('no_own_identifications')} />;
}
