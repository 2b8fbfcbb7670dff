import { useTranslation } from 'react-i18next';
import { Landscape } from '../../../ui/drawings/Landscape';
import { ObserveButton } from '../../../ui/ObserveButton';
import { useUser } from '../../../shared/session/session';
import { useTimeOfDay } from '../data';
import classes from './Hero.module.css';

/** The greeting on the home screen. For a user without records it is taller and has a button to record. */
export function Hero({ isFresh }: { isFresh: boolean }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { name } = useUser();
  const time = useTimeOfDay();
  return (
    <header className={classes.hero} data-fresh={isFresh || undefined} data-time={time}>
      <Landscape className={classes.landscape} />
      <div>
        <h1 className={classes.greeting}>{t(`greeting.${time}`, { name })}</h1>
        <p className={classes.lead}>{isFresh ? t('lead_fresh') : t('lead')}</p>
      </div>
      {isFresh && (
        <div className={classes.observe}>
          <ObserveButton to="/observe" label={t('common:nav.observe')} />
        </div>
      )}
    </header>
  );
}
