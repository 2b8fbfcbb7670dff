import { BADGES } from '@veld/contract';
import { FreshnessMark, LoadFailure } from '../shared/records/lists/ListParts';
import { useBadgeWords } from '../features/motivation/words';
import { MoreOfEntry } from '../features/notifications/EntryRow';
import { BadgeTitle } from '../features/notifications/use-entry-text';
import { AnswerInList } from '../features/validation/AnswerInList';
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
      <MoreOfEntry value={AnswerInList}>
        <NotificationsScreen failure={LoadFailure} freshness={FreshnessMark} />
      </MoreOfEntry>
    </BadgeTitle>
  );
}
