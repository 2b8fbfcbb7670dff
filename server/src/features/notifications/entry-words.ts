import { gradeChangeText, type Language, type Notification, notificationText } from '@veld/contract';
import { notificationTexts } from '../../http/messages.ts';
import { mailDate, mailName } from '../../mail/outbox.ts';

/** An entry as words for mails and push messages. They contain no place: an entry has none. */
export interface EntryWords {
  /** What happened. */
  text: string;
  /** The name of the record that it is about; empty without one. */
  about: string;
  /** A path of the app. */
  path: string;
}

export function describeEntry(entry: Notification, language: Language): EntryWords {
  const { record } = entry;
  const t = notificationTexts(language);
  const plain = withoutLinks(entry);
  const formatDay = (day: Date) => mailDate(day, { language, country: null, timeZone: null });
  const text = notificationText(plain, t, { language, formatDay });
  const change = gradeChangeText(plain, t);
  return {
    text: change === null ? text : `${text} · ${change}`,
    about: record === null ? '' : (record.taxon?.name ?? record.verbatim_name ?? t('notifications:unnamed_record')),
    path: pathOf(entry) ?? (record === null ? '/notifications' : `/observations/${record.id}`),
  };
}

/**
 * The entry with the names that people chose without the characters of links, so that nobody can send a link by choosing one. An
 * announcement is an administrator's, so it keeps its links and addresses.
 */
function withoutLinks(entry: Notification): Notification {
  const { kind, name, people } = entry;
  return {
    ...entry,
    name: name === null || kind === 'announcement' ? name : mailName(name),
    people: people.map((person) => ({ ...person, name: mailName(person.name) })),
  };
}

/** The other sites of announcements are linked by the app only. */
function pathOf({ path }: Notification): string | null {
  return path?.startsWith('/') ? path : null;
}
