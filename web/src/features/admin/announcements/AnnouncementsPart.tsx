import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import classes from '../admin.module.css';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { AnnouncementFields } from './AnnouncementFields';
import { AnnouncementsTable } from './AnnouncementsTable';
import { useAnnouncements } from './data';

/** The messages to everybody: shown once as a notice, and among the notifications until they end. */
export default function AnnouncementsPart() {
  const { t } = useTranslation('admin');
  const { announcements, failure, retry } = useAnnouncements();
  const [isNew, setNew] = useState(false);
  const [read, write] = useAddressFilter();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!announcements) return <TaxonRowSkeletons label={t('loading')} />;
  const edited = announcements.find(({ id }) => id === read('announcement'));
  const close = () => {
    setNew(false);
    write({ announcement: null });
  };
  if (isNew || edited) return <AnnouncementFields key={edited?.id} stored={edited ?? null} onDone={close} />;
  return (
    <>
      <div className={classes.above}>
        <Button onClick={() => setNew(true)}>{t('announcement.new')}</Button>
      </div>
      <AnnouncementsTable announcements={announcements} />
    </>
  );
}
