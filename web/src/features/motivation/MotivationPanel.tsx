import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useIsOnline, useUser } from '../../shared/session/session';
import { LoadFailure } from '../../shared/records/lists/LoadFailure';
import { BadgeList } from './BadgeList';
import { useMotivation } from './data';
import { ExperienceLedger } from './ExperienceLedger';

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
