import { z } from 'zod/mini';
import { Instant, requiredText } from '../vocabulary.ts';
import { listKeys } from '../keys.ts';

/** Celsius. Beyond what was ever measured on the ground. */
export const TEMPERATURE_C = { min: -90, max: 60 } as const;
/** The Beaufort scale. */
export const MAX_WIND_FORCE = 12;
/** Cloud is counted in eighths of the sky (oktas). */
export const OKTAS = 8;

/** From where the wind blows. */
export const WIND_DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type WindDirection = (typeof WIND_DIRECTIONS)[number];

/** What falls, or hides the view. */
export const PRECIPITATIONS = ['none', 'fog', 'drizzle', 'rain', 'showers', 'sleet', 'snow', 'hail', 'thunderstorm'] as const;
export type Precipitation = (typeof PRECIPITATIONS)[number];

const within = (min: number, max: number) => [z.gte(min, { error: 'number' }), z.lte(max, { error: 'number' })] as const;
const steps = (max: number) => z.nullable(z.int({ error: 'number' }).check(...within(0, max)));

const valuesShape = {
  temperature_c: z.nullable(z.number({ error: 'number' }).check(...within(TEMPERATURE_C.min, TEMPERATURE_C.max))),
  /** Beaufort. */
  wind_force: steps(MAX_WIND_FORCE),
  wind_direction: z.nullable(z.enum(WIND_DIRECTIONS)),
  /** Oktas: 0 is a clear sky, 8 an overcast one. */
  cloud_cover: steps(OKTAS),
  precipitation: z.nullable(z.enum(PRECIPITATIONS)),
};

/** Weather at one place and time; null for what is unknown. */
export const WeatherValues = z.object(valuesShape);
export type WeatherValues = z.infer<typeof WeatherValues>;

export const WEATHER_FIELDS = listKeys(valuesShape);

/** A weather service, and the values that are from it. */
export const WeatherSource = z.strictObject({
  name: requiredText(80),
  /** When its values are of. */
  time: Instant,
  fields: z.array(z.enum(WEATHER_FIELDS)).check(
    z.minLength(1, { error: 'required' }),
    z.refine((fields) => new Set(fields).size === fields.length, { error: 'invalid' }),
  ),
});
export type WeatherSource = z.infer<typeof WeatherSource>;

/** The weather on a journey. What is not from `source` was observed by the person. */
export const JourneyWeather = z.strictObject({ ...valuesShape, source: z.nullable(WeatherSource) }).check(
  z.refine((weather) => weather.source?.fields.every((field) => weather[field] !== null) ?? true, { error: 'invalid', path: ['source'] }),
  // Calm air comes from nowhere.
  z.refine(({ wind_force, wind_direction }) => wind_force !== 0 || wind_direction === null, { error: 'invalid', path: ['wind_direction'] }),
);
export type JourneyWeather = z.infer<typeof JourneyWeather>;
