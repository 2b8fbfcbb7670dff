import { type JourneyWeather, type Language, OKTAS, type WeatherValues } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { convertToFahrenheit } from './weather-form';

/** The names of the wind forces, by their number. */
export const BEAUFORT = [
  'calm',
  'light_air',
  'light_breeze',
  'gentle_breeze',
  'moderate_breeze',
  'fresh_breeze',
  'strong_breeze',
  'near_gale',
  'gale',
  'strong_gale',
  'storm',
  'violent_storm',
  'hurricane',
] as const;

/** Weather in words, each kind with its name; what a weather service gave has the name of the service. */
export function useWeatherWords(): (weather: JourneyWeather, timeZone?: string) => [name: string, words: string][] {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const temperature = (celsius: number) => {
    const [value, unit] = units === 'metric' ? [celsius, 'celsius'] : [convertToFahrenheit(celsius), 'fahrenheit'];
    return number(value, language, { style: 'unit', unit, maximumFractionDigits: 1 }).replaceAll(' ', '\u00a0');
  };
  return ({ temperature_c, wind_force, wind_direction, cloud_cover, precipitation, source }, timeZone) => {
    const isGiven = (...names: (keyof WeatherValues)[]) => source?.fields.some((field) => names.includes(field)) ?? false;
    const marked = (words: string | false, given: boolean) => (words && given ? `${words} (${source!.name})` : words);
    const wind = [
      ...(wind_force === null ? [] : [t('weather.force', { force: wind_force }), t(`weather.beaufort.${BEAUFORT[wind_force]!}`)]),
      ...(wind_direction === null ? [] : [t(`weather.direction_short.${wind_direction}`)]),
    ];
    const lines: [string, string | false][] = [
      [t('weather.temperature'), marked(temperature_c !== null && temperature(temperature_c), isGiven('temperature_c'))],
      [t('weather.wind'), marked(wind.join(' · '), isGiven('wind_force', 'wind_direction'))],
      [t('weather.cloud_cover'), marked(cloud_cover !== null && `${cloud_cover}/${OKTAS}`, isGiven('cloud_cover'))],
      [t('weather.precipitation'), marked(precipitation !== null && t(`weather.kind.${precipitation}`), isGiven('precipitation'))],
      [t('weather.source'), source !== null && t('weather.from', { source: source.name, time: timeOf(source.time, language, timeZone) })],
    ];
    return lines.flatMap(([name, words]): [string, string][] => (words ? [[name, words]] : []));
  };
}

/** By the clock of the place; without a time zone, by that of the device. */
function timeOf(instant: string, language: Language, timeZone: string | undefined): string {
  return formatDate(Date.parse(instant), language, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) });
}
