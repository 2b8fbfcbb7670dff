import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LocalJourney } from '../../../local/db/rows';
import classes from './RunningBar.module.css';

/** A journey that has ended and waits for its review, which the person has put off. */
export function ReviewBar({ journey, onReview }: { journey: LocalJourney; onReview: () => void }) {
  const { t } = useTranslation('journeys');
  return (
    <section className={classes.bar} aria-label={t('review.title')}>
      <div className={classes.line}>
        <span className={classes.words}>
          <IconRoute className={classes.icon} size={20} aria-hidden />
          <span dir="auto" className={classes.name}>
            {journey.name}
          </span>
        </span>
        <Button className={classes.review} onClick={onReview}>
          {t('review.title')}
        </Button>
      </div>
    </section>
  );
}
