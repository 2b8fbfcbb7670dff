import { ADMIN_ACTIONS, type FeedbackState, isOneOf } from '@veld/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { type AdminAct, useAdminActs, type Role } from '../data';

const actId = ({ id }: AdminAct) => id;

/** Everything that admins have done, the latest first. */
export default function LogTable() {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const language = useLanguage();
  const texts = useTableTexts('');
  const columns = useMemo((): TableColumn<AdminAct>[] => {
    const when = (act: AdminAct) => formatDate(new Date(act.at), language, { dateStyle: 'medium', timeStyle: 'short' });
    return [
      { id: 'at', label: t('log.when'), value: ({ at }) => at, text: when, width: 11, isUnsorted: true },
      { id: 'actor', label: t('log.who'), value: ({ actor }) => actor?.name ?? t('former'), width: 10, isUnsorted: true },
      {
        id: 'action',
        label: t('log.what'),
        value: (act) => actText(act, t),
        width: 20,
        isUnsorted: true,
        filter: 'choice',
        choices: ADMIN_ACTIONS.map((value) => ({ value, label: t(`act.${value}`) })),
      },
      { id: 'subject', label: t('log.subject'), value: ({ subject_name }) => subject_name ?? t('former'), width: 12, isUnsorted: true },
    ];
  }, [t, language]);
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const { action = '' } = state.filters;
  const { rows, failure, retry, more, isLoadingMore } = useAdminActs(isOneOf(ADMIN_ACTIONS, action) ? { action } : {});
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <ServerTable
      rows={rows}
      rowId={actId}
      rowName={(act) => actText(act, t)}
      columns={columns}
      label={t('section.log')}
      state={state}
      onState={setState}
      onMore={more}
      isLoadingMore={isLoadingMore}
      moreLabel={t('common:action.show_more')}
      hasSearch={false}
      renderCard={(act) => <ActLine act={act} when={formatDate(new Date(act.at), language, { dateStyle: 'medium', timeStyle: 'short' })} />}
      cardHeight={120}
      empty={t('log.none')}
      texts={texts}
    />
  );
}

interface Props {
  act: AdminAct;
  when: string;
  /** In the list of one person, who need not be named. */
  isOfPerson?: boolean;
}

/** An act of an admin, inside an entry of a list. */
export function ActLine({ act, when, isOfPerson = false }: Props) {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const address = subjectAddress(act);
  const name = act.subject_name ?? t('former');
  return (
    <TableCard>
      <span>{actText(act, t)}</span>
      {!isOfPerson && (address ? <Link to={address}>{name}</Link> : <span>{name}</span>)}
      <small>
        {act.actor?.name ?? t('former')} · <time dateTime={act.at}>{when}</time>
      </small>
    </TableCard>
  );
}

type Translator = TFunction<['admin', 'feedback', 'common']>;

/** What an act did, with the values that it set. */
function actText({ action, details }: AdminAct, t: Translator): string {
  const said = t(`admin:act.${action}`);
  const facts = factsOf(action, details, t);
  return facts === '' ? said : `${said}: ${facts}`;
}

function factsOf(action: AdminAct['action'], details: AdminAct['details'], t: Translator): string {
  if (action === 'change_roles') return `${roles(details.before, t)} → ${roles(details.after, t)}`;
  if (action === 'change_pro') return t(details.after ? 'admin:act_value.on' : 'admin:act_value.off');
  if (action === 'import_sensitive_rules') return `+${Number(details.added)} −${Number(details.removed)}`;
  if (action === 'close_account') return typeof details.reason === 'string' ? details.reason : '';
  if (action === 'change_browsing')
    return [
      details.browsing && t('admin:visitors.browsing'),
      details.indexing && t('admin:visitors.indexing'),
      !details.browsing && t('admin:act_value.off'),
    ]
      .filter(Boolean)
      .join(', ');
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
function subjectAddress({ subject_kind, subject_id, subject_name }: AdminAct): string | null {
  if (subject_kind === 'user') return subject_name === null ? null : `/admin/users?user=${subject_id}`;
  return {
    invitation: '/admin/invitations',
    app_version: '/admin/versions',
    job: '/admin/jobs',
    feedback: `/admin/feedback?message=${subject_id}`,
    announcement: '/admin/announcements',
    map: '/admin/maps',
    server: '/admin/visitors',
    sensitive_taxa: '/admin/sensitive-taxa',
  }[subject_kind];
}
