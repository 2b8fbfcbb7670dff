import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { PageHeader } from '../../ui/PageHeader';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useLanguage, useMaybeUser } from '../../shared/session/session';
import classes from './admin.module.css';
import { useOverview } from './data';
import { LoadFailure } from '../../shared/session/LoadFailure';
import { SECTIONS } from './sections';

export default function AdminScreen() {
  return useMaybeUser() ? <Administration /> : null;
}

/** What waits for an admin, and where each part of the administration is. */
function Administration() {
  const { t } = useTranslation(['admin', 'common', 'sensitive']);
  return (
    <>
      <PageHeader title={t('common:screens.admin')} lead={t('lead')} />
      <Figures />
      <nav aria-label={t('sections')}>
        <ul className={classes.sections}>
          {SECTIONS.map(({ id, title, icon: Icon }) => (
            <li key={id}>
              <Link className={classes.section} to={`/admin/${id}`}>
                <span className={classes.icon}>
                  <Icon size={24} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{t(title)}</span>
                  <span className={classes.about}>{t(`about.${id}`)}</span>
                </span>
                <IconChevronRight className={classes.arrow} size={20} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Figures() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { figures, failure, retry } = useOverview();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  const show = (value: number | undefined) => (value === undefined ? '…' : number(value, language));
  const change = figures && figures.new_users > 0 ? t('figure.new_users', { number: number(figures.new_users, language) }) : undefined;
  return (
    <div className={classes.figures}>
      <StatTiles>
        <StatTile value={show(figures?.users)} label={t('figure.users')} to="/admin/users" {...(change ? { change } : {})} />
        <StatTile value={show(figures?.open_feedback)} label={t('figure.open_feedback')} to="/admin/feedback" />
        <StatTile value={show(figures?.open_reports)} label={t('figure.open_reports')} to="/admin/reports" />
        <StatTile value={show(figures?.failed_jobs)} label={t('figure.failed_jobs')} to="/admin/jobs" />
        <StatTile value={show(figures?.invitations)} label={t('figure.invitations')} to="/admin/invitations" />
      </StatTiles>
    </div>
  );
}
