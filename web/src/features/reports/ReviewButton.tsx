import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReports, useSendReport } from './data';

/** Asks the moderators whether an identification is right whose maker the observer cannot ask, and says what they decided. */
export function ReviewButton({ id }: { id: string }) {
  const { t } = useTranslation('reports');
  const send = useSendReport();
  const [isBusy, setBusy] = useState(false);
  const { entries } = useReports();
  const asked = entries?.find((one) => one.reason === 'review' && one.subject_id === id);
  const ask = () => {
    setBusy(true);
    void send({ subject_kind: 'identification', subject_id: id, reason: 'review', text: '' }).finally(() => setBusy(false));
  };
  if (asked && asked.state !== 'rejected') return <span>{t(`review.${asked.state}`)}</span>;
  return (
    <Button variant="subtle" size="compact-md" leftSection={<IconScale size={20} aria-hidden />} loading={isBusy} onClick={ask}>
      {t('review.ask')}
    </Button>
  );
}
