import { useTranslation } from 'react-i18next';
import { useUser } from '../../shared/session/session';
import { Landscape } from '../../ui/drawings/Landscape';
import { ObserveButton } from '../../ui/ObserveButton';
import { useTimeOfDay } from './data';
import classes from './FirstGreeting.module.css';

/** The greeting of a person without records, with a button to record. */
export default function FirstGreeting() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { name } = useUser();
  const time = useTimeOfDay();
  return (
    <header className={classes.hero} data-time={time}>
      <Landscape className={classes.landscape} />
      <div>
        <h1 dir="auto" className={classes.greeting}>
          {t(`greeting.${time}`, { name })}
        </h1>
        <p className={classes.lead}>{t('lead_fresh')}</p>
      </div>
      <div className={classes.observe}>
        <ObserveButton to="/observe" label={t('common:nav.observe')} />
      </div>
    </header>
  );
}
