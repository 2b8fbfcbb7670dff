import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage } from '../../accounts/data';
import classes from '../admin.module.css';
import { LoadFailure } from '../LoadFailure';
import { AnnouncementFields } from './AnnouncementFields';
import { audienceText } from './audience-words';
import { type Announcement, useAnnouncements } from './data';
import { readIn } from './form-values';

type Edited = { announcement: Announcement | null } | null;

/** The messages to everybody: shown once as a notice, and among the notifications until they end. */
export default function AnnouncementsPart() {
  const { t } = useTranslation(['admin', 'common']);
  const { announcements, failure, retry } = useAnnouncements();
  const [edited, setEdited] = useState<Edited>(null);
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!announcements) return <TaxonRowSkeletons label={t('loading')} />;
  if (edited) return <AnnouncementFields key={edited.announcement?.id} stored={edited.announcement} onDone={() => setEdited(null)} />;
  return (
    <>
      <Button onClick={() => setEdited({ announcement: null })}>{t('announcement.new')}</Button>
      {announcements.length === 0 && <EmptyState sentence={t('announcement.none')} />}
      <ul className={classes.list}>
        {announcements.map((announcement) => (
          <Line key={announcement.id} announcement={announcement} onEdit={() => setEdited({ announcement })} />
        ))}
      </ul>
    </>
  );
}

function Line({ announcement, onEdit }: { announcement: Announcement; onEdit: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const { text, starts_at, ends_at, audience } = announcement;
  const read = readIn(text, language).text;
  const dates = [starts_at, ends_at].flatMap((at) => (at === null ? [] : formatDate(new Date(at), language, { dateStyle: 'medium' })));
  return (
    <li className={classes.card}>
      <span className={classes.text}>{read}</span>
      <span className={classes.quiet}>{[dates.join(' – '), audienceText(audience, t)].join(' · ')}</span>
      <div>
        <Button variant="default" aria-label={t('announcement.edit_this', { text: read })} onClick={onEdit}>
          {t('common:action.edit')}
        </Button>
      </div>
    </li>
  );
}
