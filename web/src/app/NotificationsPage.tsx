import { BADGES } from '@veld/contract';
import { FreshnessMark } from '../shared/records/lists/FreshnessMark';
import { LoadFailure } from '../shared/records/lists/LoadFailure';
import { useBadgeWords } from '../features/motivation/badge-words';
import { BadgeTitle } from '../features/notifications/badge-title';
import NotificationsScreen from '../features/notifications/NotificationsScreen';

/** The user's notifications. */
export default function NotificationsPage() {
  const { title } = useBadgeWords();
  const badgeTitle = (id: string) => {
    const badge = BADGES.find((one) => one.id === id);
    return badge ? title(badge) : null;
  };
  return (
    <BadgeTitle value={badgeTitle}>
      <NotificationsScreen failure={LoadFailure} freshness={FreshnessMark} />
    </BadgeTitle>
  );
}
