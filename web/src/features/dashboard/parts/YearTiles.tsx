import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useXpGain } from '../data';
import type { Streak } from '../own-figures';

interface Props {
  species: number;
  records: number;
  streak: Streak;
}

/** Figures of this year; streak and points only if enabled. */
export function YearTiles({ species, records, streak }: Props) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { total_xp, preferences } = useUser();
  const gain = useXpGain();
  const format = (value: number) => number(value, language);
  return (
    <StatTiles>
      <StatTile
        value={format(species)}
        label={t('tile.species', { count: species })}
        to={`/my-species?view=seen&country=${WORLDWIDE}&period=this_year`}
      />
      <StatTile value={format(records)} label={t('tile.records', { count: records })} to="/profile?period=this_year" />
      {preferences.gamification && (
        <>
          <StatTile
            value={format(streak.weeks)}
            label={t('tile.weeks', { count: streak.weeks })}
            to={streak.since ? `/profile?since=${streak.since}` : '/profile'}
          />
          <StatTile
            value={format(total_xp)}
            to="/profile?tab=badges"
            label={t('tile.points', { count: total_xp })}
            change={gain > 0 ? t('tile.points_gained', { points: format(gain) }) : undefined}
          />
        </>
      )}
    </StatTiles>
  );
}
