import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { PageHeader } from '../../ui/PageHeader';
import { useAddressFilter } from '../../ui/use-address-filter';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useLanguage, useMaybeUser } from '../accounts/data';
import { CaseLine } from './moderation/CaseLine';
import { useActs, useCases } from './moderation/data';
import classes from './ModerationScreen.module.css';

const VIEWS = ['open', 'decided', 'log'] as const;

export default function ModerationScreen() {
  return useMaybeUser() ? <Moderation /> : null;
}

/** What people have reported, what moderators decide, and the log of it. */
function Moderation() {
  const { t } = useTranslation(['reports', 'common']);
  const [read, write] = useAddressFilter();
  const view = VIEWS.find((one) => one === read('view')) ?? 'open';
  return (
    <>
      <PageHeader
        title={t('common:screens.reports')}
        lead={t('moderation.lead')}
        back={{ to: '/admin', label: t('common:screens.admin') }}
      />
      <SegmentedControl
        aria-label={t('moderation.views')}
        value={view}
        onChange={(value) => write({ view: value === 'open' ? null : value })}
        data={VIEWS.map((one) => ({ value: one, label: t(`moderation.view.${one}`) }))}
      />
      {view === 'log' ? <Log /> : <Cases key={view} isDecided={view === 'decided'} />}
    </>
  );
}

function Cases({ isDecided }: { isDecided: boolean }) {
  const { t } = useTranslation('reports');
  const { data, isError, refetch } = useCases(isDecided);
  if (!data) return isError ? <Failure onRetry={() => void refetch()} /> : <Loading />;
  if (data.length === 0) return <EmptyState sentence={isDecided ? t('moderation.none_decided') : t('moderation.none_open')} />;
  return (
    <ul className={classes.list}>
      {data.map((one) => (
        <CaseLine key={one.id} one={one} />
      ))}
    </ul>
  );
}

function Log() {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { data, isError, refetch } = useActs();
  if (!data) return isError ? <Failure onRetry={() => void refetch()} /> : <Loading />;
  if (data.length === 0) return <EmptyState sentence={t('moderation.none_decided')} />;
  return (
    <ul className={classes.list}>
      {data.map((one) => (
        <li key={one.id} className={classes.act}>
          <span className={classes.name}>
            {t(`moderation.done.${one.action}`)} ·{' '}
            {one.observation_id ? (
              <Link to={`/observations/${one.observation_id}`}>{t(`about.${one.subject_kind}`)}</Link>
            ) : (
              t(`about.${one.subject_kind}`)
            )}
          </span>
          <span className={classes.quiet}>
            {one.actor?.name ?? t('moderation.former')} · <time dateTime={one.at}>{ago(one.at, language)}</time>
          </span>
          {one.note && <q>{one.note}</q>}
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  const { t } = useTranslation('reports');
  return <RecordCardSkeletons count={2} label={t('moderation.loading')} />;
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common');
  return <ErrorState sentence={t('error.network')} action={<Button onClick={onRetry}>{t('action.retry')}</Button>} />;
}
