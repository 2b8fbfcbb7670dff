import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader';
import { StorageFacts } from './StorageFacts';
import classes from '../storage.module.css';

/** What Veld stores on this device; the outbox leads here too. */
export default function StorageScreen() {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('common:screens.storage')}
        lead={t('storage.lead')}
        back={{ to: '/settings/profile', label: t('common:screens.settings') }}
      />
      <StorageFacts />
    </div>
  );
}
