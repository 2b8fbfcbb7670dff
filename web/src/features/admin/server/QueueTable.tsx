import type { JobQueue } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ago, number } from '../../../i18n/format';
import type { TableColumn } from '../../../ui/table/table-types';
import { WholeTable } from '../../../ui/table/WholeTable';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { scheduleText } from './schedule';

const queueName = ({ name }: JobQueue) => name;

/** What waits, runs, failed and was completed in each queue. */
export function QueueTable({ queues }: { queues: readonly JobQueue[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts('');
  const columns = useMemo((): TableColumn<JobQueue>[] => {
    const count = (id: 'waiting' | 'active' | 'failed' | 'completed'): TableColumn<JobQueue> => ({
      id,
      label: t(`jobs.${id}`),
      value: (queue) => queue[id],
      text: (queue) => number(queue[id], language),
      width: 7,
      isNumeric: true,
    });
    return [
      { id: 'name', label: t('jobs.queue'), value: queueName, width: 14 },
      { id: 'cron', label: t('jobs.schedule'), value: ({ cron }) => scheduleText(cron, t), width: 10 },
      count('waiting'),
      count('active'),
      count('failed'),
      count('completed'),
      {
        id: 'last',
        label: t('jobs.last'),
        value: ({ last_completed_at: at }) => at,
        text: ({ last_completed_at: at }) => (at ? ago(at, language) : ''),
        isCode: true,
        width: 9,
      },
    ];
  }, [t, language]);
  const shown = ['waiting', 'active', 'failed', 'completed'] as const;
  return (
    <WholeTable
      rows={queues}
      rowId={queueName}
      rowName={queueName}
      columns={columns}
      label={t('jobs.queues')}
      renderCard={(queue) => (
        <TableCard>
          <strong>{queue.name}</strong>
          <small>{scheduleText(queue.cron, t)}</small>
          <span>{shown.map((id) => `${t(`jobs.${id}`)} ${number(queue[id], language)}`).join(' · ')}</span>
        </TableCard>
      )}
      cardHeight={100}
      empty={t('jobs.none')}
      texts={texts}
    />
  );
}
