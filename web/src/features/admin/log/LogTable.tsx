import { ADMIN_ACTIONS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { type AdminAct, type AdminAction, useAdminActs } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { ActLine } from './ActLine';
import { actText } from './act-text';

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
  const { rows, failure, retry, more, isLoadingMore } = useAdminActs(
    state.filters.action ? { action: state.filters.action as AdminAction } : {},
  );
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
