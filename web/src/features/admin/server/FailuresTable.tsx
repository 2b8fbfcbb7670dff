import { Alert, Button, Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ago, number } from '../../../i18n/format';
import { useFormErrorText } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { DialogActions } from '../../../ui/DialogBody';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { type FailedJob, runAgain, useAdminChange } from '../data';
import classes from '../admin.module.css';

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
