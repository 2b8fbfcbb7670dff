import { IconPencil } from '@tabler/icons-react';
import type { JourneyContent } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { area } from '../../../i18n/units';
import { distance, number } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { duration, height, speed } from '../effort-words';
import { useWeatherWords } from '../weather/use-weather-words';
import type { Effort } from './effort';
import classes from './EffortCard.module.css';

type Facts = Pick<JourneyContent, 'protocol' | 'complete_groups' | 'companions' | 'sharing' | 'time_zone' | 'weather'>;

/** What a journey cost, how it was done and in what weather. */
export function EffortCard({ journey, effort }: { journey: Facts; effort: Effort }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const weatherWords = useWeatherWords();
  const corrected = (isCorrected: boolean) =>
    isCorrected && (
      <span className={classes.corrected}>
        <IconPencil size={16} aria-hidden /> {t('effort.corrected')}
      </span>
    );
  const list = new Intl.ListFormat(language, { type: 'conjunction', style: 'long' });
  const groups = (isComplete: boolean) =>
    list.format(journey.complete_groups.filter((one) => one.is_complete === isComplete).map(({ group }) => t(`common:group.${group}`)));
  const lines: [string, React.ReactNode][] = [
    [t('start.protocol'), t(`protocol.${journey.protocol}`)],
    [
      t('effort.duration'),
      effort.duration_s !== null && (
        <>
          {duration(effort.duration_s, language)} {corrected(effort.isCorrected.duration)}
        </>
      ),
    ],
    [t('effort.moving'), effort.moving_s !== null && duration(effort.moving_s, language)],
    [
      t('effort.distance'),
      effort.distance_m !== null && (
        <>
          {distance(effort.distance_m, units, language)} {corrected(effort.isCorrected.distance)}
        </>
      ),
    ],
    [t('effort.speed'), effort.speed_mps !== null && speed(effort.speed_mps, units, language)],
    [t('effort.ascent'), effort.ascent_m !== null && height(effort.ascent_m, units, language)],
    [t('effort.descent'), effort.descent_m !== null && height(effort.descent_m, units, language)],
    [t('effort.area'), effort.area_ha !== null && area(effort.area_ha * 10_000, units, language)],
    [t('effort.observers'), number(effort.observers, language)],
    [t('effort.companions'), list.format(journey.companions.map(({ name }) => name))],
    [t('effort.complete'), groups(true)],
    [t('effort.incomplete'), groups(false)],
    ...(journey.weather ? weatherWords(journey.weather, journey.time_zone) : []),
    [t('effort.sharing'), t(`sharing.${journey.sharing}`)],
  ];
  return (
    <dl className={classes.facts}>
      {lines.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
