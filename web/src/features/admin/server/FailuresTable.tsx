import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ago, number } from '../../../i18n/format';
import type { TableColumn } from '../../../ui/table/table-types';
import { WholeTable } from '../../../ui/table/WholeTable';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import type { FailedJob } from '../data';
import { FailureDialog } from './FailureDialog';

const jobId = ({ id }: FailedJob) => id;
const queueOf = ({ queue }: FailedJob) => queue;
const LATEST_FIRST = [{ id: 'at', isDescending: true }];

/** The jobs that failed; the queue of one opens what can be done. */
export function FailuresTable({ failures }: { failures: readonly FailedJob[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts(t('jobs.search'));
  const columns = useMemo((): TableColumn<FailedJob>[] => {
    const queues = [...new Set(failures.map(queueOf))].toSorted();
    return [
      {
        id: 'queue',
        label: t('jobs.queue'),
        value: queueOf,
        to: ({ id }) => `?job=${id}`,
        width: 12,
        filter: 'choice',
        choices: queues.map((value) => ({ value, label: value })),
      },
      { id: 'message', label: t('jobs.message'), value: ({ message }) => message || t('jobs.no_message'), width: 24, isSearched: true },
      {
        id: 'attempts',
        label: t('jobs.tries'),
        value: ({ attempts }) => attempts,
        text: ({ attempts }) => number(attempts, language),
        width: 7,
        isNumeric: true,
      },
      {
        id: 'at',
        label: t('jobs.failed_at'),
        value: ({ failed_at }) => failed_at,
        text: ({ failed_at }) => ago(failed_at, language),
        width: 9,
        isCode: true,
      },
    ];
  }, [t, language, failures]);
  const [query, setQuery] = useSearchParams();
  const opened = failures.find(({ id }) => id === query.get('job'));
  return (
    <>
      <WholeTable
        rows={failures}
        rowId={jobId}
        rowName={queueOf}
        columns={columns}
        label={t('jobs.failed')}
        sort={LATEST_FIRST}
        renderCard={(job) => (
          <TableCard>
            <Link to={`?job=${job.id}`}>{job.queue}</Link>
            <span>{job.message || t('jobs.no_message')}</span>
            <small>
              {t('jobs.attempts', { number: number(job.attempts, language) })} · {ago(job.failed_at, language)}
            </small>
          </TableCard>
        )}
        cardHeight={120}
        empty={t('jobs.none_failed')}
        texts={texts}
      />
      {opened && <FailureDialog key={opened.id} job={opened} onClose={() => setQuery({}, { replace: true })} />}
    </>
  );
}
