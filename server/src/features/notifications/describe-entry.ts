import { gradeChangeText, type Language, type Notification, notificationPath, notificationText } from '@veld/contract';
import { notificationTexts } from '../../http/messages.ts';
import { mailDate, mailName } from '../../mail/outbox.ts';

/** A notification as text for mails and push messages. It reveals no place, because notifications have none. */
export interface EntryDescription {
  /** What happened. */
  text: string;
  /** The name of the record concerned; empty without one. */
  about: string;
  /** The path in the app where it leads. */
  path: string;
}

export function describeEntry(entry: Notification, language: Language): EntryDescription {
  const { record } = entry;
  const t = notificationTexts(language);
  const plain = withoutLinkNames(entry);
  const formatDay = (day: Date) => mailDate(day, { language, country: null, timeZone: null });
  const text = notificationText(plain, t, { language, formatDay });
  const change = gradeChangeText(plain, t);
  return {
    text: change === null ? text : `${text} · ${change}`,
    about: record === null ? '' : (record.taxon?.name ?? record.verbatim_name ?? t('notifications:unnamed_record')),
    path: pathInApp(entry),
  };
}

/**
 * Removes from the names that people chose what would make a mail program show a link. Announcements are written by administrators and
 * keep their links.
 */
function withoutLinkNames(entry: Notification): Notification {
  const { kind, name, people, question } = entry;
  return {
    ...entry,
    name: name === null || kind === 'announcement' ? name : mailName(name),
    question: question && { ...question, text: mailName(question.text), answer_text: mailName(question.answer_text) },
    people: people.map((person) => ({ ...person, name: mailName(person.name) })),
  };
}

/** The list of notifications for an announcement that leads to another site: only the app shows that link. */
function pathInApp(entry: Notification): string {
  const path = notificationPath(entry);
  return path?.startsWith('/') ? path : '/notifications';
}
