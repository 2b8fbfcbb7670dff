import type { Language } from '@veld/contract';
import type { TFunction } from 'i18next';
import { formatDate } from '../../i18n/format';
import type { Notification } from './data';

export type Translator = TFunction<['notifications', 'common']>;

/** "Anna, Ben and 3 others". */
export function peopleText({ people, people_count: count }: Notification, t: Translator, language: string): string {
  const named = count > 3 ? people.slice(0, 2) : people;
  const names = named.map(({ name }) => name);
  const others = count - named.length;
  return new Intl.ListFormat(language).format(others > 0 ? [...names, t('notifications:others', { count: others })] : names);
}

interface Words {
  language: Language;
  badgeTitle: (id: string) => string | null;
}

/** What happened, in a sentence. */
export function entryText(entry: Notification, t: Translator, { language, badgeTitle }: Words): string {
  const values = { people: peopleText(entry, t, language), count: entry.people_count };
  const { kind, name, identification, quality, moderation } = entry;
  switch (kind) {
    case 'identification': {
      const taxon = identification?.taxon?.name;
      return taxon === undefined
        ? t('notifications:event.identified', values)
        : t(`notifications:event.${identification!.outcome}`, { ...values, taxon });
    }
    case 'quality':
      return gradeText(quality, t);
    case 'comment':
    case 'mention':
    case 'follow':
      return t(`notifications:event.${kind}`, values);
    case 'reaction':
      return t('notifications:event.reaction', { ...values, emoji: entry.emoji ?? '' });
    case 'moderation':
      return moderation
        ? `${t(`notifications:moderation.${moderation.outcome}`)} · ${aboutText(moderation.subject, t)}`
        : t('notifications:kind.moderation');
    case 'badge': {
      const badge = name === null ? null : badgeTitle(name);
      return badge === null ? t('notifications:event.a_badge') : t('notifications:event.badge', { badge });
    }
    case 'project':
      return entry.project && name !== null
        ? t(`notifications:event.project_${entry.project.moment}`, { name })
        : t('notifications:kind.project');
    case 'offline_map':
      return offlineMapText(entry, t, language);
    case 'announcement':
      return name ?? t(`notifications:kind.${kind}`);
    case 'security':
      return name ? t('notifications:event.security', { device: name }) : t('notifications:kind.security');
  }
}

/** What became of the grade and the community taxon. */
function gradeText(grade: Notification['quality'], t: Translator): string {
  if (!grade?.taxon) return t('notifications:event.undecided');
  return t(grade.quality === 'confirmed' ? 'notifications:event.confirmed' : 'notifications:event.community', { taxon: grade.taxon.name });
}

/** What became of the grade by an identification, in a second sentence, which does not repeat the name; null if nothing did. */
export function gradeChangeText({ kind, identification, quality }: Notification, t: Translator): string | null {
  if (kind !== 'identification' || !quality) return null;
  if (!quality.taxon || quality.taxon.id !== identification?.taxon?.id) return gradeText(quality, t);
  return t(quality.quality === 'confirmed' ? 'notifications:event.confirmed_too' : 'notifications:event.community_too');
}

function offlineMapText({ name, offline_map: map }: Notification, t: Translator, language: Language): string {
  if (!map || name === null) return t('notifications:kind.offline_map');
  const until = map.until === null ? '' : formatDate(new Date(map.until), language, { dateStyle: 'long' });
  return t(`notifications:event.offline_map_${map.moment}`, { name, until });
}

const ABOUT = ['observation', 'identification', 'comment', 'user'] as const;

function aboutText(subject: string, t: Translator): string {
  const known = ABOUT.find((one) => one === subject);
  return known ? t(`notifications:about.${known}`) : '';
}
