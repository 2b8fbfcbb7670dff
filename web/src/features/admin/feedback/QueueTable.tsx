import { FEEDBACK_KINDS, FEEDBACK_VIEWS, isOneOf } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ago } from '../../../i18n/format';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { type QueuedFeedback, useQueue } from './data';
import { MessageDialog } from './MessageDialog';

const messageId = ({ id }: QueuedFeedback) => id;
const ticketOf = ({ ticket }: QueuedFeedback) => `#${ticket}`;

/** The messages of everybody; a ticket opens what can be done. */
export default function QueueTable() {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const language = useLanguage();
  const columns = useMemo(
    (): TableColumn<QueuedFeedback>[] => [
      { id: 'ticket', label: t('queue.ticket'), value: ticketOf, to: ({ id }) => `?message=${id}`, width: 5, isUnsorted: true },
      {
        id: 'kind',
        label: t('feedback:kind_label'),
        value: ({ kind }) => t(`feedback:kind.${kind}`),
        width: 9,
        isUnsorted: true,
        filter: 'choice',
        choices: FEEDBACK_KINDS.map((value) => ({ value, label: t(`feedback:kind.${value}`) })),
      },
      { id: 'text', label: t('queue.text'), value: ({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 200), width: 20, isUnsorted: true },
      {
        id: 'view',
        label: t('queue.state'),
        value: (one) => (one.duplicate_of === null ? t(`feedback:state.${one.state}`) : t('queue.duplicate', { ticket: one.duplicate_of })),
        width: 9,
        isUnsorted: true,
        filter: 'choice',
        choices: FEEDBACK_VIEWS.filter((view) => view !== 'open').map((value) => ({ value, label: t(`queue.view.${value}`) })),
      },
      { id: 'author', label: t('queue.author'), value: ({ author }) => author?.name ?? t('former'), width: 9, isUnsorted: true },
      { id: 'assignee', label: t('queue.assignee'), value: ({ assignee }) => assignee?.name ?? null, width: 9, isUnsorted: true },
      { id: 'votes', label: t('queue.votes'), value: ({ votes }) => votes, width: 6, isNumeric: true, isUnsorted: true, isOptional: true },
      { id: 'at', label: t('queue.received'), value: ({ created_at }) => ago(created_at, language), width: 9, isUnsorted: true },
    ],
    [t, language],
  );
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const [query, setQuery] = useSearchParams();
  const opened = query.get('message');
  const texts = useTableTexts(t('queue.search'));
  const { kind = '', view = '' } = state.filters;
  const { rows, total, failure, retry, more, isLoadingMore } = useQueue({
    ...(state.search.trim() === '' ? {} : { search: state.search.trim().slice(0, 100) }),
    ...(isOneOf(FEEDBACK_KINDS, kind) ? { kind } : {}),
    ...(isOneOf(FEEDBACK_VIEWS, view) ? { view } : {}),
  });
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <ServerTable
        rows={rows}
        total={total}
        rowId={messageId}
        rowName={ticketOf}
        columns={columns}
        label={t('section.feedback')}
        state={state}
        onState={setState}
        onMore={more}
        isLoadingMore={isLoadingMore}
        moreLabel={t('common:action.show_more')}
        renderCard={(one) => (
          <TableCard>
            <Link to={`?message=${one.id}`}>
              {ticketOf(one)} · {t(`feedback:kind.${one.kind}`)}
            </Link>
            <span>{one.text.slice(0, 160)}</span>
            <small>
              {one.author?.name ?? t('former')} · {ago(one.created_at, language)} · {t(`feedback:state.${one.state}`)}
            </small>
          </TableCard>
        )}
        cardHeight={130}
        empty={t('queue.none')}
        texts={texts}
      />
      {opened && <MessageDialog key={opened} id={opened} onClose={() => setQuery({}, { replace: true })} />}
    </>
  );
}
