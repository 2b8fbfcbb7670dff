import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifier, useIsOnline } from '../accounts/data';
import { sendReport, useReports } from './data';

/** Asks the moderators whether an identification is right whose maker the observer cannot ask, and says what they decided. */
export function ReviewButton({ id }: { id: string }) {
  const { t } = useTranslation(['reports', 'common']);
  const isOnline = useIsOnline();
  const [isBusy, setBusy] = useState(false);
  const { entries } = useReports();
  const asked = entries?.find((one) => one.reason === 'review' && one.subject_id === id);
  const ask = () => {
    setBusy(true);
    sendReport({ subject_kind: 'identification', subject_id: id, reason: 'review', text: '' })
      .then(
        () => notifier.show('positive', t(isOnline ? 'sent' : 'sent_offline')),
        (error: unknown) => notifier.show('negative', t('common:error.storage_failed'), { cause: error }),
      )
      .finally(() => setBusy(false));
  };
  if (asked && asked.state !== 'rejected') return <span>{t(`review.${asked.state}`)}</span>;
  return (
    <Button variant="subtle" size="compact-md" leftSection={<IconScale size={20} aria-hidden />} loading={isBusy} onClick={ask}>
      {t('review.ask')}
    </Button>
  );
}
