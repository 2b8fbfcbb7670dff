import type { JobQueue } from '@veld/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert, Button, Modal } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { ago, number } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useJobs, type FailedJob, runAgain, useAdminChange } from '../data';
import { useFormErrorText } from '../../../shared/session/form';
import { DialogActions } from '../../../ui/DialogBody';
import classes from '../admin.module.css';

const queueName = ({ name }: JobQueue) => name;

/** The jobs that failed, and the queues of background jobs. */
export default function JobsPart() {
  const { t } = useTranslation('admin');
  const { jobs, failure, retry } = useJobs();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!jobs) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <section aria-labelledby="failed-jobs">
        <SectionTitle id="failed-jobs">{t('jobs.failed')}</SectionTitle>
        {jobs.failures.length === 0 ? <p className={classes.quiet}>{t('jobs.none_failed')}</p> : <FailuresTable failures={jobs.failures} />}
      </section>
      <section className={classes.part} aria-labelledby="queues">
        <SectionTitle id="queues">{t('jobs.queues')}</SectionTitle>
        <QueueTable queues={jobs.data} />
      </section>
    </>
  );
}

/** What waits, runs, failed and was completed in each queue. */
function QueueTable({ queues }: { queues: readonly JobQueue[] }) {
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

const ANY_DAY = '* * *';

/** A cron expression of the server in words; one of another form as it is. Null is a queue without a schedule. */
export function scheduleText(cron: string | null, t: TFunction<'admin'>): string {
  if (cron === null) return t('jobs.on_demand');
  const [minute = '', hour = '', ...days] = cron.split(' ');
  if (days.join(' ') !== ANY_DAY) return cron;
  const two = (text: string) => text.padStart(2, '0');
  if (hour === '*') {
    if (minute === '*') return t('jobs.every_minute');
    const step = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (step) return t('jobs.every_minutes', { count: Number(step) });
    return isNumber(minute) ? t('jobs.hourly', { minute }) : cron;
  }
  return isNumber(minute) && isNumber(hour) ? t('jobs.daily', { time: `${two(hour)}:${two(minute)}` }) : cron;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

const jobId = ({ id }: FailedJob) => id;
const queueOf = ({ queue }: FailedJob) => queue;
const LATEST_FIRST = [{ id: 'at', isDescending: true }];

/** The jobs that failed; the queue of one opens what can be done. */
function FailuresTable({ failures }: { failures: readonly FailedJob[] }) {
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

interface Props {
  job: FailedJob;
  onClose: () => void;
}

/** A job that failed, with its whole message; it can run again. */
function FailureDialog({ job, onClose }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const change = useAdminChange();
  const errorOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const { id, queue, attempts, message, failed_at } = job;
  const run = () => {
    setBusy(true);
    setErrorText(null);
    change(runAgain(queue, id))
      .then(onClose, (error: unknown) => setErrorText(errorOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Modal opened onClose={onClose} title={queue} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p className={classes.text}>{message || t('jobs.no_message')}</p>
      <p className={classes.quiet}>
        {t('jobs.attempts', { number: number(attempts, language) })} · <time dateTime={failed_at}>{ago(failed_at, language)}</time>
      </p>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <DialogActions>
        <Button loading={isBusy} aria-label={t('jobs.run_again_named', { queue })} onClick={run}>
          {t('jobs.run_again')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
