import { IconChevronRight, IconTallymarks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { countTallied } from '../../local/records/tally';
import { useRunningTally } from '../recording/data';
import classes from './Drafts.module.css';

/** Link to the running tally. */
export default function RunningTally() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const tally = useRunningTally();
  const total = tally ? countTallied(tally) : 0;
  if (!tally || total === 0) return null;
  return (
    <div className={classes.drafts}>
      <Link className={classes.draft} to="/observe/tally">
        <IconTallymarks size={20} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{t('screens.tally')}</span>
          <span className={classes.when}>
            {t('count.individuals', { count: total })} · {ago(tally.started_at, language)}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </div>
  );
}
