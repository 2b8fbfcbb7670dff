import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { useLanguage } from '../accounts/data';
import { retryReport, useReports } from './data';
import classes from './ReportList.module.css';

/** What the user has reported, and what became of it; nothing without reports. */
export function ReportList() {
  const { t } = useTranslation(['reports', 'common']);
  const language = useLanguage();
  const { entries } = useReports();
  if (!entries || entries.length === 0) return null;
  return (
    <section aria-labelledby="reports">
      <SectionTitle id="reports">{t('own')}</SectionTitle>
      <ul className={classes.list}>
        {entries.map((one) => (
          <li key={one.id} className={classes.report}>
            <p className={classes.head}>
              <span className={classes.kind}>
                {t(`about.${one.subject_kind}`)} · {t(`reason.${one.reason}`)}
              </span>
              <span className={classes.state} data-state={one.state}>
                {t(`state.${one.state}`)}
              </span>
            </p>
            {one.text && <p className={classes.text}>{one.text}</p>}
            <p className={classes.quiet}>
              <time dateTime={one.created_at}>{ago(one.created_at, language)}</time>
            </p>
            {one.state === 'rejected' && one.item_id && (
              <Button variant="default" onClick={() => void retryReport(one.item_id!)}>
                {t('common:action.retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
