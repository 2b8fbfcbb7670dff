import type { MoreOfMessage } from '../features/messages/ConversationView';
import MessagesScreen from '../features/messages/MessagesScreen';
import { HiddenNote } from '../features/reports/HiddenNote';
import { ReportButton } from '../features/reports/ReportButton';

/** The user's conversations. A message of somebody else can be reported; the user's own says if a moderator has hidden it. */
export default function MessagesPage() {
  return <MessagesScreen more={More} />;
}

function More({ message, person, place }: MoreOfMessage) {
  if (message.is_own) return place === 'below' && message.state === 'hidden' ? <HiddenNote kind="message" id={message.id} /> : null;
  const isThere = place === 'actions' && message.state === 'sent';
  return isThere ? <ReportButton kind="message" id={message.id} person={person} look="menu" /> : null;
}
