import { type JourneyWeather, OKTAS, WEATHER_FIELDS, type WeatherValues } from '@veld/contract';

/** Weather for eventRemarks: in English, as the other values of Darwin Core, with what a weather service gave after what was observed. */
export function weatherRemarks(weather: JourneyWeather): string | null {
  const { source } = weather;
  const words = wordsOf(weather);
  const of = (isGiven: boolean) =>
    WEATHER_FIELDS.filter((field) => (source?.fields.includes(field) ?? false) === isGiven)
      .flatMap((field) => words[field] ?? [])
      .join(', ');
  const [observed, given] = [of(false), of(true)];
  const parts = [observed, given && `${given} (${source?.name}, ${source?.time})`].filter(Boolean);
  return parts.length > 0 ? `Weather: ${parts.join('; ')}` : null;
}

function wordsOf(weather: WeatherValues): Record<keyof WeatherValues, string | null> {
  const { temperature_c, wind_force, wind_direction, cloud_cover, precipitation } = weather;
  return {
    temperature_c: temperature_c === null ? null : `${temperature_c} °C`,
    wind_force: wind_force === null ? null : `wind force ${wind_force} Bft`,
    wind_direction: wind_direction && `wind from ${wind_direction}`,
    cloud_cover: cloud_cover === null ? null : `cloud cover ${cloud_cover}/${OKTAS}`,
    precipitation: precipitation === 'none' ? 'no precipitation' : precipitation,
  };
}
