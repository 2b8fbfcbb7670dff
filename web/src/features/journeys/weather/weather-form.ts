import { type JourneyWeather, TEMPERATURE_C, WEATHER_FIELDS, type WeatherValues } from '@veld/contract';
import { type SetStateAction, useState } from 'react';
import { useUser } from '../../../shared/session/session';

type Units = 'metric' | 'imperial';

/** Weather while it is edited. */
export interface WeatherForm {
  weather: JourneyWeather;
  /** The temperature as typed, in the unit of the person. */
  temperature: string;
}

const NOTHING: JourneyWeather = {
  temperature_c: null,
  wind_force: null,
  wind_direction: null,
  cloud_cover: null,
  precipitation: null,
  source: null,
};

export function weatherForm(weather: JourneyWeather | null | undefined, units: Units): WeatherForm {
  return { weather: weather ?? NOTHING, temperature: typedOf(weather?.temperature_c ?? null, units) };
}

/** Sets a value, which then is the person’s own. */
export function withValue<F extends keyof WeatherValues>(form: WeatherForm, field: F, value: WeatherValues[F]): WeatherForm {
  const weather = withoutSource({ ...form.weather, [field]: value }, [field]);
  // Calm air comes from nowhere.
  const isCalm = field === 'wind_force' && value === 0;
  return { ...form, weather: isCalm ? withoutSource({ ...weather, wind_direction: null }, ['wind_direction']) : weather };
}

/** Takes over what a weather service says, in place of what it said before. What the person entered stays. */
export function withReading(form: WeatherForm, reading: JourneyWeather, units: Units): WeatherForm {
  const { weather, temperature } = form;
  const isOwn = (field: keyof WeatherValues) => {
    const isGiven = weather.source?.fields.includes(field) ?? false;
    return !isGiven && (weather[field] !== null || (field === 'temperature_c' && temperature.trim() !== ''));
  };
  const isCalm = isOwn('wind_force') && weather.wind_force === 0;
  const open = WEATHER_FIELDS.filter((field) => !isOwn(field) && !(isCalm && field === 'wind_direction'));
  const values = Object.fromEntries(open.map((field) => [field, reading[field]]));
  const fields = open.filter((field) => reading[field] !== null);
  const filled = { ...weather, ...values, source: reading.source && fields.length > 0 ? { ...reading.source, fields } : null };
  const typed = isOwn('temperature_c') ? temperature : typedOf(reading.temperature_c, units);
  // A direction that the person saw shows that the air was not calm.
  const isWrong = isOwn('wind_direction') && filled.wind_force === 0;
  return { weather: isWrong ? withoutSource({ ...filled, wind_force: null }, ['wind_force']) : filled, temperature: typed };
}

/** Stores what was typed as the temperature, also while it is not a number yet. */
export function withTemperature(form: WeatherForm, temperature: string, units: Units): WeatherForm {
  return { ...withValue(form, 'temperature_c', celsiusOf(temperature, units)), temperature };
}

/** Whether the temperature as typed cannot be saved. */
export function hasFault({ weather, temperature }: WeatherForm): boolean {
  return temperature.trim() !== '' && weather.temperature_c === null;
}

/** The weather to save; null if nothing was entered. */
export function readWeatherForm({ weather }: WeatherForm): JourneyWeather | null {
  return WEATHER_FIELDS.some((field) => weather[field] !== null) ? weather : null;
}

/** The other side of zero: keyboards of phones have no minus beside digits. */
export function negated(temperature: string): string {
  const typed = temperature.trim();
  return /^[-−]/.test(typed) ? typed.slice(1) : `-${typed}`;
}

/** The least and the greatest temperature, in the unit of the person. */
export function temperatureRange(units: Units): { from: number; to: number } {
  const { min, max } = TEMPERATURE_C;
  return units === 'metric' ? { from: min, to: max } : { from: convertToFahrenheit(min), to: convertToFahrenheit(max) };
}

export const convertToFahrenheit = (celsius: number) => (celsius * 9) / 5 + 32;

function typedOf(celsius: number | null, units: Units): string {
  if (celsius === null) return '';
  return String(Math.round((units === 'metric' ? celsius : convertToFahrenheit(celsius)) * 10) / 10);
}

/** To the hundredth, so that whole degrees Fahrenheit stay whole. Null if it is no temperature. */
function celsiusOf(typed: string, units: Units): number | null {
  const text = typed.trim().replace('−', '-').replace(',', '.');
  const value = text === '' ? Number.NaN : Number(text);
  const celsius = units === 'metric' ? value : ((value - 32) * 5) / 9;
  const rounded = Math.round(celsius * 100) / 100;
  return rounded >= TEMPERATURE_C.min && rounded <= TEMPERATURE_C.max ? rounded : null;
}

function withoutSource(weather: JourneyWeather, changed: readonly (keyof WeatherValues)[]): JourneyWeather {
  const fields = weather.source?.fields.filter((field) => !changed.includes(field)) ?? [];
  return { ...weather, source: weather.source && fields.length > 0 ? { ...weather.source, fields } : null };
}

export interface WeatherEditing {
  form: WeatherForm;
  change: (next: SetStateAction<WeatherForm>) => void;
  /** Whether the screen says that the temperature cannot be saved. */
  showsFault: boolean;
  /** The weather to save, or undefined if it cannot be saved, which the screen then says. */
  read: () => JourneyWeather | null | undefined;
}

/** The weather of a journey in a form; `stored` is what the journey has. */
export function useWeatherForm(stored: JourneyWeather | null | undefined): WeatherEditing {
  const { units } = useUser().preferences;
  const [form, setForm] = useState(() => weatherForm(stored, units));
  const [showsFault, setShowsFault] = useState(false);
  return {
    form,
    change: (next) => {
      setForm(next);
      setShowsFault(false);
    },
    showsFault,
    read: () => {
      setShowsFault(hasFault(form));
      return hasFault(form) ? undefined : readWeatherForm(form);
    },
  };
}
