import { isOneOf } from '../keys.ts';
import type { Language } from '../vocabulary.ts';
import type { NotificationKind } from './kinds.ts';
import type { Answer, Question } from '../validation/states.ts';
import { type Notification, type NotifiedQuestion, PERSONAL_OUTCOMES } from './notifications.ts';

type Texts = typeof import('../../texts/en/notifications.json', { with: { type: 'json' } });
type Singular<Key extends string> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key;
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string];

/** `t` of i18next for the texts of notifications. */
export type NotificationTexts = (key: `notifications:${KeysOf<Texts>}`, values?: Record<string, string | number>) => string;

export interface NotificationTextOptions {
  language: Language;
  /** A day as the person writes it. */
  formatDay: (day: Date) => string;
  /** The title of a badge by its id; null for one that is not known. */
  badgeTitle?: (id: string) => string | null;
}

/** What happened, in a sentence: on screen, in mails and in push messages. */
export function notificationText(entry: Notification, t: NotificationTexts, options: NotificationTextOptions): string {
  const values = { people: peopleText(entry, t, options.language), count: entry.people_count };
  const { kind, name, identification, quality, moderation, project, offline_map: map } = entry;
  switch (kind) {
    case 'identification': {
      if (!identification?.taxon) return t('notifications:event.identified', values);
      return t(`notifications:event.${identification.outcome}`, { ...values, taxon: identification.taxon.name });
    }
    case 'quality':
      return gradeText(quality, t);
    case 'vote':
      return entry.vote ? t(`notifications:event.vote_${entry.vote}`, values) : t('notifications:kind.vote');
    case 'validation':
      return entry.validation
        ? t('notifications:event.validation', { ...values, state: t(`notifications:validation.${entry.validation}`) })
        : t('notifications:event.appointed');
    case 'question':
      return entry.question ? questionEventText(entry.question, values, t) : t('notifications:kind.question');
    case 'comment':
    case 'mention':
    case 'message':
    case 'follow':
      return t(`notifications:event.${kind}`, values);
    case 'view':
      return name === null ? t('notifications:kind.view') : t('notifications:event.view', { ...values, name });
    case 'reaction':
      return t('notifications:event.reaction', { ...values, emoji: entry.emoji ?? '' });
    case 'project':
      return project && name !== null ? t(`notifications:event.project_${project.moment}`, { name }) : t('notifications:kind.project');
    case 'badge': {
      const badge = name === null ? null : (options.badgeTitle?.(name) ?? null);
      return badge === null ? t('notifications:event.a_badge') : t('notifications:event.badge', { badge });
    }
    case 'offline_map': {
      if (!map || name === null) return t('notifications:kind.offline_map');
      const until = map.until === null ? '' : options.formatDay(new Date(map.until));
      return t(`notifications:event.offline_map_${map.moment}`, { name, until });
    }
    case 'moderation':
      if (!moderation) return t('notifications:kind.moderation');
      if (isOneOf(PERSONAL_OUTCOMES, moderation.outcome)) return t(`notifications:moderation.${moderation.outcome}`);
      return [t(`notifications:moderation.${moderation.outcome}`), subjectText(moderation.subject, t)].filter(Boolean).join(' · ');
    case 'announcement':
      return name ?? t('notifications:kind.announcement');
    case 'security':
      return name ? t('notifications:event.security', { device: name }) : t('notifications:kind.security');
  }
}

/** What was asked, or to who asked what was answered. */
function questionEventText(asked: NotifiedQuestion, values: { people: string; count: number }, t: NotificationTexts): string {
  if (!asked.is_answer) return t('notifications:event.question', { ...values, question: questionText(asked, t) });
  const answer = answerText({ answer: asked.answer ?? 'unknown', text: asked.answer_text }, t);
  return t('notifications:event.answer', { ...values, answer });
}

/** A question in words: those of the app, and those of the person. */
export function questionText({ question, text }: { question: Question; text: string }, t: NotificationTexts): string {
  if (question === 'other') return text;
  const words = t(`notifications:question.${question}`);
  return text === '' ? words : `${words} ${text}`;
}

export function answerText({ answer, text }: { answer: Answer; text: string }, t: NotificationTexts): string {
  if (answer === 'text') return text;
  const words = t(`notifications:answer.${answer}`);
  return text === '' ? words : `${words}: ${text}`;
}

/** What became of the grade by an identification, in a second sentence, which does not repeat the name; null if nothing did. */
export function gradeChangeText({ kind, identification, quality }: Notification, t: NotificationTexts): string | null {
  if (kind !== 'identification' || !quality) return null;
  if (!quality.taxon || quality.taxon.id !== identification?.taxon?.id) return gradeText(quality, t);
  return t(quality.quality === 'confirmed' ? 'notifications:event.confirmed_too' : 'notifications:event.community_too');
}

/** What became of the grade and the community taxon. */
function gradeText(grade: Notification['quality'], t: NotificationTexts): string {
  if (!grade?.taxon) return t('notifications:event.undecided');
  return t(grade.quality === 'confirmed' ? 'notifications:event.confirmed' : 'notifications:event.community', { taxon: grade.taxon.name });
}

/** "Anna, Ben and 3 others". */
function peopleText({ people, people_count: count }: Notification, t: NotificationTexts, language: Language): string {
  const named = count > 3 ? people.slice(0, 2) : people;
  const names = named.map(({ name }) => name);
  const others = count - named.length;
  return new Intl.ListFormat(language).format(others > 0 ? [...names, t('notifications:others', { count: others })] : names);
}

const SUBJECTS = ['observation', 'identification', 'comment', 'message', 'user'] as const;

function subjectText(subject: string, t: NotificationTexts): string {
  const known = SUBJECTS.find((one) => one === subject);
  return known ? t(`notifications:about.${known}`) : '';
}

/** The part of a record's page that a notification of a kind is about; other kinds are about all of it. */
const PARTS: Partial<Record<NotificationKind, string>> = {
  identification: '#identifications',
  quality: '#identifications',
  vote: '#votes',
  validation: '#validation',
  question: '#validation',
  comment: '#comments',
  mention: '#comments',
};

/** Where a notification leads: a path of the app, for an announcement also an address with https, or null. */
export function notificationPath({ kind, record, people, path }: Notification): string | null {
  if (path !== null && path.startsWith('/') && !path.startsWith('//')) return path;
  if (kind === 'announcement' && path?.startsWith('https://')) return path;
  if (record) return `/observations/${record.id}${PARTS[kind] ?? ''}`;
  if (kind !== 'follow') return null;
  const [person, ...others] = people;
  return person && others.length === 0 ? `/profile/${person.id}` : '/settings/people';
}
