import declared from 'virtual:veld-outbox';
import OutboxScreen from '../features/outbox/OutboxScreen';
import { draftForm } from '../features/recording/draft-form';
import type { OutboxIcons } from '../ui/feature';

/** Of the operations of all features. */
const icons: OutboxIcons = Object.assign({}, ...declared);

/** The outbox, with the icons of what features send, and the form that imported drafts are for. */
export default function OutboxPage() {
  return <OutboxScreen draftForm={draftForm} icons={icons} />;
}
