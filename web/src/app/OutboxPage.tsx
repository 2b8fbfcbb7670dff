import OutboxScreen from '../features/outbox/OutboxScreen';
import { draftForm } from '../features/recording/draft-form';

/** The outbox, with the form that imported drafts are for. */
export default function OutboxPage() {
  return <OutboxScreen draftForm={draftForm} />;
}
