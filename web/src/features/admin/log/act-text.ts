import type { FeedbackState } from '@veld/contract';
import type { TFunction } from 'i18next';
import type { AdminAct, Role } from '../data';

type Translator = TFunction<['admin', 'feedback', 'common']>;

/** What an act did, with the values that it set. */
export function actText({ action, details }: AdminAct, t: Translator): string {
  const said = t(`admin:act.${action}`);
  const facts = factsOf(action, details, t);
  return facts === '' ? said : `${said}: ${facts}`;
}

function factsOf(action: AdminAct['action'], details: AdminAct['details'], t: Translator): string {
  if (action === 'change_roles') return `${roles(details.before, t)} → ${roles(details.after, t)}`;
  if (action === 'change_pro') return t(details.after ? 'admin:act_value.on' : 'admin:act_value.off');
  if (action === 'close_account') return typeof details.reason === 'string' ? details.reason : '';
  if (action === 'put_version') return t(`admin:level.${details.level as 'info'}`);
  if (action === 'change_feedback') {
    const facts = [
      details.state && t(`feedback:state.${details.state as FeedbackState}`),
      details.duplicate_of && t('admin:queue.duplicate', { ticket: String(details.duplicate_of).slice(1) }),
      details.is_published === true && t('admin:act_value.published'),
    ];
    return facts.filter(Boolean).join(', ');
  }
  return '';
}

function roles(value: unknown, t: Translator): string {
  const names = Array.isArray(value) ? (value as Role[]).filter((role) => role !== 'user') : [];
  return names.length === 0 ? t('admin:role.none') : names.map((role) => t(`admin:role.${role}`)).join(', ');
}

/** The page of what an act was about; null if it has none. */
export function subjectAddress({ subject_kind, subject_id, subject_name }: AdminAct): string | null {
  if (subject_kind === 'user') return subject_name === null ? null : `/admin/users?user=${subject_id}`;
  return {
    invitation: '/admin/invitations',
    app_version: '/admin/versions',
    job: '/admin/jobs',
    feedback: `/admin/feedback?message=${subject_id}`,
    announcement: '/admin/announcements',
    map: '/admin/maps',
  }[subject_kind];
}
