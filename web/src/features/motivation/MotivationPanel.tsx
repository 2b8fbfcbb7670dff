import { Button } from '@mantine/core';
import { computeLevel, EXPERIENCE, type Motivation, pointsOfLevel } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { useIsOnline, useLanguage, useUser } from '../../shared/session/session';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { BadgeList } from './BadgeList';
import { useMotivation } from './data';
import classes from './MotivationPanel.module.css';

/** The user's badges and points, and how they come about. */
export default function MotivationPanel() {
  const { t } = useTranslation(['motivation', 'common']);
  const { preferences } = useUser();
  const isOnline = useIsOnline();
  const { data, error, refetch } = useMotivation(preferences.gamification);
  if (!preferences.gamification)
    return (
      <EmptyState
        sentence={t('off')}
        action={
          <Button component={Link} to="/settings/gamification" variant="default">
            {t('common:screens.settings')}
          </Button>
        }
      />
    );
  if (!data) {
    if (!isOnline) return <EmptyState sentence={t('offline')} />;
    if (!error) return <RecordCardSkeletons count={2} label={t('loading')} />;
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <section aria-labelledby="badges">
        <SectionTitle id="badges">{t('badges')}</SectionTitle>
        <BadgeList badges={data.badges} />
      </section>
      <section aria-labelledby="experience">
        <SectionTitle id="experience">{t('experience')}</SectionTitle>
        <ExperienceLedger total_xp={data.total_xp} causes={data.causes} />
      </section>
    </>
  );
}

/** The level, and how many points each cause gives and gave. */
function ExperienceLedger({ total_xp, causes }: Pick<Motivation, 'total_xp' | 'causes'>) {
  const { t } = useTranslation('motivation');
  const language = useLanguage();
  const format = (value: number) => number(value, language);
  const level = computeLevel(total_xp);
  const [from, to] = [pointsOfLevel(level), pointsOfLevel(level + 1)];
  return (
    <>
      <p className={classes.level}>
        <strong>{t('level', { level: format(level) })}</strong> {t('points', { points: format(total_xp) })}
      </p>
      <progress className={classes.bar} max={to - from} value={total_xp - from} aria-label={t('level', { level: format(level + 1) })} />
      <p className={classes.hint}>{t('next_level', { points: format(to - total_xp), level: format(level + 1) })}</p>
      <p>{t('rules')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.cause')}</th>
            <th scope="col">{t('column.each')}</th>
            <th scope="col">{t('column.count')}</th>
            <th scope="col">{t('column.points')}</th>
          </tr>
        </thead>
        <tbody>
          {causes.map(({ cause, count, points }) => (
            <tr key={cause}>
              <th scope="row">
                {t(`cause.${cause}`)}
                {EXPERIENCE[cause].perDay !== null && (
                  <span className={classes.limit}>{t('per_day', { limit: format(EXPERIENCE[cause].perDay) })}</span>
                )}
              </th>
              <td>{format(EXPERIENCE[cause].points)}</td>
              <td>{format(count)}</td>
              <td>{format(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
