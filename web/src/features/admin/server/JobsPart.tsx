import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import classes from '../admin.module.css';
import { useJobs } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { FailuresTable } from './FailuresTable';
import { QueueTable } from './QueueTable';

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
