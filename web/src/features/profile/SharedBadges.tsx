import { BADGES, type CommunityProfile } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { BadgeList } from '../motivation/BadgeList';
import classes from './profile.module.css';

/** The badges of a person who shows them. */
export function SharedBadges({ name, badges }: { name: string; badges: NonNullable<CommunityProfile['badges']> }) {
  const { t } = useTranslation('profile');
  const earned = new Map(badges.map((badge) => [badge.id, badge]));
  const shown = BADGES.filter(({ id }) => earned.has(id));
  return (
    <section className={classes.records} aria-labelledby="badges">
      <SectionTitle id="badges">{t('view.badges')}</SectionTitle>
      {shown.length === 0 ? (
        <EmptyState sentence={t('no_badges', { name })} />
      ) : (
        <BadgeList badges={shown.map(({ id, goal }) => ({ id, progress: goal, earned_at: earned.get(id)!.earned_at }))} isEarnedOnly />
      )}
    </section>
  );
}
