import { isOneOf, MODERATION_ACTIONS } from '@veld/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useTableTexts } from '../../../shared/session/table-texts';
import { type ModerationAct, useActs } from './data';

const actId = ({ id }: ModerationAct) => id;
const pageOf = ({ subject_kind, subject_id, observation_id }: ModerationAct): string | null =>
  subject_kind === 'user' ? `/profile/${subject_id}` : observation_id && `/observations/${observation_id}`;

type Translator = TFunction<['reports', 'common']>;

const describeAct = ({ action, is_automatic: isAutomatic }: ModerationAct, t: Translator): string =>
  t(isAutomatic ? 'reports:moderation.ended' : `reports:moderation.done.${action}`);

/** Null for what ended by itself. */
const nameActor = ({ actor, is_automatic: isAutomatic }: ModerationAct, t: Translator): string | null =>
  isAutomatic ? null : (actor?.name ?? t('reports:moderation.former'));

/** What moderators have decided, the latest first. */
export function ActsTable() {
  const { t } = useTranslation(['reports', 'common']);
  const language = useLanguage();
  const columns = useMemo(
    (): TableColumn<ModerationAct>[] => [
      {
        id: 'action',
        label: t('moderation.column.decision'),
        value: (act) => describeAct(act, t),
        width: 10,
        isUnsorted: true,
        filter: 'choice',
        choices: MODERATION_ACTIONS.map((value) => ({ value, label: t(`moderation.done.${value}`) })),
      },
      {
        id: 'kind',
        label: t('moderation.column.kind'),
        value: ({ subject_kind }) => t(`about.${subject_kind}`),
        to: pageOf,
        width: 9,
        isUnsorted: true,
      },
      { id: 'note', label: t('moderation.note'), value: ({ note }) => note, width: 18, isUnsorted: true },
      {
        id: 'actor',
        label: t('moderation.column.moderator'),
        value: (act) => nameActor(act, t),
        width: 9,
        isUnsorted: true,
      },
      { id: 'at', label: t('moderation.column.decided'), value: ({ at }) => ago(at, language), width: 8, isUnsorted: true },
    ],
    [t, language],
  );
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const texts = useTableTexts('');
  const { action = '' } = state.filters;
  const { rows, failure, retry, more, isLoadingMore } = useActs(isOneOf(MODERATION_ACTIONS, action) ? { action } : {});
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('moderation.loading')} />;
  return (
    <ServerTable
      rows={rows}
      rowId={actId}
      rowName={(act) => describeAct(act, t)}
      columns={columns}
      label={t('moderation.view.log')}
      state={state}
      onState={setState}
      onMore={more}
      isLoadingMore={isLoadingMore}
      moreLabel={t('common:action.show_more')}
      hasSearch={false}
      renderCard={(act) => (
        <TableCard>
          <strong>{describeAct(act, t)}</strong>
          <Subject act={act} />
          {act.note && <q>{act.note}</q>}
          <small>
            {[nameActor(act, t)].filter(Boolean).map((name) => `${name} · `)}
            <time dateTime={act.at}>{ago(act.at, language)}</time>
          </small>
        </TableCard>
      )}
      cardHeight={120}
      empty={t('moderation.none_decided')}
      texts={texts}
    />
  );
}

function Subject({ act }: { act: ModerationAct }) {
  const { t } = useTranslation('reports');
  const page = pageOf(act);
  return page ? <Link to={page}>{t(`about.${act.subject_kind}`)}</Link> : t(`about.${act.subject_kind}`);
}
