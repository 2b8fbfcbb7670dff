import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago, number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage } from '../../accounts/data';
import { useFormErrorText } from '../../accounts/form';
import classes from '../admin.module.css';
import { runAgain, useAdminChange, useJobs } from '../data';
import { LoadFailure } from '../LoadFailure';
import { QueueTable } from './QueueTable';

/** The queues of background jobs, and the jobs that failed. */
export default function JobsPart() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { jobs, hasFailed, retry } = useJobs();
  if (hasFailed) return <LoadFailure onRetry={retry} />;
  if (!jobs) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <section aria-labelledby="failed-jobs">
        <SectionTitle id="failed-jobs">{t('jobs.failed')}</SectionTitle>
        {jobs.failures.length === 0 ? (
          <p className={classes.quiet}>{t('jobs.none_failed')}</p>
        ) : (
          <ul className={classes.list}>
            {jobs.failures.map(({ id, queue, attempts, message, failed_at }) => (
              <li key={id} className={classes.card}>
                <strong>{queue}</strong>
                <span>{message || t('jobs.no_message')}</span>
                <span className={classes.quiet}>
                  {t('jobs.attempts', { number: number(attempts, language) })} ·{' '}
                  <time dateTime={failed_at}>{ago(failed_at, language)}</time>
                </span>
                <RunAgain queue={queue} id={id} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={classes.part} aria-labelledby="queues">
        <SectionTitle id="queues">{t('jobs.queues')}</SectionTitle>
        <QueueTable queues={jobs.data} />
      </section>
    </>
  );
}

function RunAgain({ queue, id }: { queue: string; id: string }) {
  const { t } = useTranslation('admin');
  const change = useAdminChange();
  const errorOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const run = () => {
    setBusy(true);
    setErrorText(null);
    change(runAgain(queue, id))
      .catch((error: unknown) => setErrorText(errorOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div>
        <Button variant="default" loading={isBusy} aria-label={t('jobs.run_again_named', { queue })} onClick={run}>
          {t('jobs.run_again')}
        </Button>
      </div>
    </>
  );
}
