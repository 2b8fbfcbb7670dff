import { useTranslation } from 'react-i18next';
import { distance } from '../../../i18n/format';
import { Plot } from '../../../ui/charts/Plot';
import { useLanguage, useUser } from '../../../shared/session/session';
import { height } from '../effort-words';
import type { ElevationProfile } from './elevation';

/** Level ground is drawn as level: a profile shows at least this much height. */
const LEAST_SPAN_M = 20;

/** The heights along the track. */
export function ElevationCard({ profile }: { profile: ElevationProfile }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { heights, distance_m, least, most } = profile;
  const ground = Math.min(least, most - LEAST_SPAN_M);
  const at = (index: number) => (distance_m * index) / (heights.length - 1);
  return (
    <Plot
      label={t('elevation.title')}
      series={[{ kind: 'line', values: heights.map((value) => value - ground) }]}
      read={(index) =>
        t('elevation.at', { height: height(heights[index]!, units, language), distance: distance(at(index), units, language) })
      }
      start={heights.indexOf(most)}
      top={height(most, units, language)}
      ticks={[height(ground, units, language), distance(distance_m, units, language)]}
      hasEnds
    />
  );
}
