import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage, useUser } from '../../accounts/data';
import { useXpGain } from '../data';

interface Props {
  species: number;
  records: number;
  weeks: number;
}

/** Figures of this year; streak and points only if enabled. */
export function YearTiles({ species, records, weeks }: Props) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { total_xp, preferences } = useUser();
  const gain = useXpGain();
  const format = (value: number) => number(value, language);
  return (
    <StatTiles>
      <StatTile value={format(species)} label={t('tile.species', { count: species })} to="/my-species?period=this_year" />
      <StatTile value={format(records)} label={t('tile.records', { count: records })} to="/profile" />
      {preferences.gamification && (
        <>
          <StatTile value={format(weeks)} label={t('tile.weeks', { count: weeks })} to="/my-journeys" />
          <StatTile
            value={format(total_xp)}
            label={t('tile.points', { count: total_xp })}
            change={gain > 0 ? t('tile.points_gained', { points: format(gain) }) : undefined}
          />
        </>
      )}
    </StatTiles>
  );
}
