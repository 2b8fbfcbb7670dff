import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { OpenTable, OwnRecords } from './OwnRecords';

/** The user's records alone, one tap away from every screen. */
export default function MyRecordsScreen() {
  const { t } = useTranslation('common');
  return (
    <>
      <PageHeader title={t('screens.my_records')} actions={<OpenTable />} />
      <OwnRecords hasTiles={false} />
    </>
  );
}
