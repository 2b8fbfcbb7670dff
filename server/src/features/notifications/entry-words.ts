import type { Language, Notification } from '@veld/contract';
import { hasMessage, translate } from '../../http/messages.ts';
import { mailName } from '../../mail/outbox.ts';

/** An entry as words for mails and push messages. They contain no place: an entry has none. */
export interface EntryWords {
  /** What happened. */
  text: string;
  /** The name of the record that it is about; empty without one. */
  about: string;
  /** A path of the app. */
  path: string;
}

/** The names of people are without the characters of links, so that nobody can send a link by choosing a name. */
export function wordsOf(entry: Notification, language: Language): EntryWords {
  const { record } = entry;
  return {
    text: textOf(entry, language),
    about: record === null ? '' : (record.taxon?.name ?? record.verbatim_name ?? translate(language, 'notify.unnamed_record')),
    path: pathOf(entry) ?? (record === null ? '/notifications' : `/observations/${record.id}`),
  };
}

/** The other sites of announcements are linked by the app only. */
function pathOf({ path }: Notification): string | null {
  return path?.startsWith('/') ? path : null;
}

function textOf(entry: Notification, language: Language): string {
  const { kind, identification, quality, moderation, name } = entry;
  const people = peopleOf(entry, language);
  const values = {
    people,
    taxon: (kind === 'identification' ? identification : quality)?.taxon?.name ?? '',
    emoji: entry.emoji ?? '',
    device: mailName(name ?? ''),
  };
  const say = (key: string) => {
    const counted = `notify.${key}.${entry.people_count > 1 ? 'other' : 'one'}`;
    return translate(language, hasMessage(counted) ? counted : `notify.${key}`, values);
  };
  switch (kind) {
    case 'identification': {
      const said = say(identification?.taxon ? identification.outcome : 'identified');
      return quality ? `${said} · ${gradeChangeOf(entry, language)}` : said;
    }
    case 'quality':
      return say(quality?.taxon ? (quality.quality === 'confirmed' ? 'confirmed' : 'community') : 'undecided');
    case 'moderation':
      return say(`moderation.${moderation?.outcome ?? 'answered'}`);
    case 'project':
      return translate(language, `notify.project.${entry.project?.moment ?? 'starts'}`, { name: mailName(name ?? '') });
    case 'offline_map':
      return offlineMapText(entry, language);
    case 'announcement':
      // Of an administrator, so with its links and addresses.
      return name ?? '';
    default:
      return say(kind);
  }
}

/** What became of the grade by an identification, without repeating its name. */
function gradeChangeOf(entry: Notification, language: Language): string {
  const { identification, quality } = entry;
  if (!quality?.taxon || quality.taxon.id !== identification?.taxon?.id) return textOf({ ...entry, kind: 'quality' }, language);
  return translate(language, quality.quality === 'confirmed' ? 'notify.confirmed_too' : 'notify.community_too');
}

function offlineMapText({ name, offline_map: map }: Notification, language: Language): string {
  const until = map?.until ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(map.until)) : '';
  return translate(language, `notify.offline_map.${map?.moment ?? 'ready'}`, { name: mailName(name ?? ''), until });
}

/** "Anna, Ben +3". */
function peopleOf({ people, people_count: count }: Notification, language: Language): string {
  const named = (count > 3 ? people.slice(0, 2) : people).map(({ name }) => mailName(name));
  if (count > named.length) return `${named.join(', ')} +${count - named.length}`;
  return new Intl.ListFormat(language).format(named);
}
