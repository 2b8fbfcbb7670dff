import { FreshnessMark, LoadFailure } from '../features/feed/data';
import NotificationsScreen from '../features/notifications/NotificationsScreen';

/** What the user is told about. */
export default function NotificationsPage() {
  return <NotificationsScreen failure={LoadFailure} freshness={FreshnessMark} />;
}
