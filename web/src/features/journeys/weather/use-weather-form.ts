import type { JourneyWeather } from '@veld/contract';
import { type SetStateAction, useState } from 'react';
import { useUser } from '../../../shared/session/session';
import { hasFault, weatherForm, type WeatherForm, readWeatherForm } from './weather-form';

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
