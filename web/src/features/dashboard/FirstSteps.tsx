import { IconCamera, IconDownload, IconFeather, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { Hint } from '../../shared/hints/Hint';
import { useLanguage, useUser } from '../../shared/session/session';
import { useTaxonomyStatus } from '../../shared/taxa/data';
import classes from './FirstSteps.module.css';

/** First steps for a user without records. The names download automatically. */
export default function FirstSteps() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { country_code } = useUser();
  return (
    <section aria-labelledby="first-steps">
      <Hint wizard="welcome" />
      <h2 className={classes.title} id="first-steps">
        {t('first_steps.title')}
      </h2>
      <ol className={classes.steps}>
        <Step
          icon={<IconCamera size={24} aria-hidden />}
          title={t('first_steps.observe')}
          text={t('first_steps.observe_text')}
          to="/observe"
        />
        <Step icon={<IconDownload size={24} aria-hidden />} title={t('first_steps.names')} text={<NamesText />} to="/knowledge" />
        {country_code ? (
          <Step icon={<IconFeather size={24} aria-hidden />} title={t('first_steps.feed')} text={t('first_steps.feed_text')} to="/feed" />
        ) : (
          <Step
            icon={<IconMapPin size={24} aria-hidden />}
            title={t('first_steps.country')}
            text={t('first_steps.country_text')}
            to="/settings/profile"
          />
        )}
      </ol>
    </section>
  );
}

function Step({ icon, title, text, to }: { icon: ReactNode; title: string; text: ReactNode; to: string }) {
  return (
    <li className={classes.step}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h3 className={classes.name}>
          <Link className={classes.link} to={to}>
            {title}
          </Link>
        </h3>
        <p className={classes.text}>{text}</p>
      </div>
    </li>
  );
}

/** Progress of downloading the names. */
function NamesText() {
  const { t } = useTranslation(['dashboard', 'common']);
  const language = useLanguage();
  const status = useTaxonomyStatus();
  if (status?.running && status.running.total > 0) {
    const { progress, total } = status.running;
    return t('common:taxonomy.loading_progress', { done: number(progress, language), total: number(total, language) });
  }
  const size = status?.global?.size ?? 0;
  if (size === 0) return status?.running ? t('common:taxonomy.loading') : t('common:taxonomy.none');
  return t('first_steps.names_text', { count: size, species: number(size, language) });
}
