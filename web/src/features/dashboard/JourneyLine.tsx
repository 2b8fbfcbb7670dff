import { IconChevronRight, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { useJourneySpecies, useOpenJourney } from '../journeys/run/use-open-journey';
import type { LocalJourney } from '../../local/db/rows';
import classes from './Drafts.module.css';

/** The running journey, or a link that starts one. */
export default function JourneyLine() {
  const { t } = useTranslation('common');
  const journey = useOpenJourney();
  if (journey === undefined) return null;
  return (
    <div className={classes.drafts}>
      <Link className={classes.draft} to={journey?.ended_at === null ? `/journey/${journey.id}` : '/my-journeys/new'}>
        <IconRoute size={20} aria-hidden />
        {journey?.ended_at === null ? <Running journey={journey} /> : <span className={classes.words}>{t('screens.new_journey')}</span>}
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </div>
  );
}

function Running({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const species = useJourneySpecies(journey);
  return (
    <span className={classes.words}>
      <span dir="auto" className={classes.name}>
        {journey.name}
      </span>
      <span className={classes.when}>
        {t('count.species', { count: species })} · {ago(journey.started_at, language)}
      </span>
    </span>
  );
}
