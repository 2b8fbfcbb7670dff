import { IconRoute } from '@tabler/icons-react';
import type { ListedJourney } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { duration } from '../effort-words';
import classes from './SharedJourneyCard.module.css';

interface Props {
  journey: ListedJourney;
  /** Whether it says whose journey it is. */
  hasPerson?: boolean;
  headingLevel?: 2 | 3;
}

/** A journey that somebody shares, in a list. */
export function SharedJourneyCard({ journey, hasPerson = true, headingLevel = 3 }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const Heading = `h${headingLevel}` as const;
  const { id, user, name, records, species } = journey;
  return (
    <article className={classes.card}>
      <IconRoute className={classes.icon} size={28} aria-hidden />
      <div className={classes.words}>
        <Heading className={classes.title}>
          <Link dir="auto" to={`/journey/${id}`}>
            {name}
          </Link>
        </Heading>
        <p className={classes.line}>
          {hasPerson && (
            <>
              <Link dir="auto" to={`/profile/${user.id}`}>
                {user.name}
              </Link>{' '}
              ·{' '}
            </>
          )}
          {recordedDate(journey.started_on, language)} · {t(`protocol.${journey.protocol}`)}
        </p>
        <p className={classes.line}>
          {[
            duration(journey.duration_s, language),
            t('common:count.records', { count: records }),
            t('common:count.species', { count: species }),
          ].join(' · ')}
        </p>
      </div>
    </article>
  );
}
