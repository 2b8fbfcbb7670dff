import { Alert, Button } from '@mantine/core';
import { IconCloudDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getWeather } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locateOnce } from '../../../device/locate-once';
import { api } from '../../../local/app/veld';
import type { LocalJourney } from '../../../local/db/rows';
import { isSame } from '../../../local/outbox/is-same';
import { useIsOnline, useUser } from '../../../shared/session/session';
import { changeJourney } from '../own-journeys';
import { hasFault, readWeatherForm, useWeatherForm, type WeatherEditing, withReading } from './weather-form';
import classes from './weather.module.css';
import { WeatherField } from './WeatherField';

const LOCATE_MS = 20_000;

/** Fills in the weather at the place of the device, where the operator has a weather service and there is a connection. */
export function FillWeather({ editing }: { editing: WeatherEditing }) {
  const { t } = useTranslation('journeys');
  const isOnline = useIsOnline();
  const { units } = useUser().preferences;
  const [state, setState] = useState<'ready' | 'asking' | 'no_position' | 'no_answer'>('ready');
  const { data } = useQuery({
    queryKey: ['journeys', 'weather-source'],
    queryFn: ({ signal }) => api.call(getWeather, {}, { signal }),
    staleTime: Infinity,
    enabled: isOnline,
  });
  const source = data?.data.source;
  if (!source || !isOnline) return null;
  const fill = async () => {
    setState('asking');
    const fix = await locateOnce(LOCATE_MS);
    if (!fix) return setState('no_position');
    // To 0.1 degrees, so that the place itself is not sent.
    const query = { latitude: rounded(fix.latitude), longitude: rounded(fix.longitude) };
    const reading = await api.call(getWeather, { query }).then(
      (answer) => answer.data.weather,
      () => null,
    );
    if (!reading) return setState('no_answer');
    editing.change((form) => withReading(form, reading, units));
    setState('ready');
  };
  return (
    <div className={classes.fill}>
      <Button
        variant="default"
        loading={state === 'asking'}
        leftSection={<IconCloudDown size={20} aria-hidden />}
        onClick={() => void fill()}
      >
        {t('weather.fill')}
      </Button>
      <p className={classes.hint}>{t('weather.fill_hint', { source })}</p>
      <p className={classes.hint} role="status">
        {state === 'no_position' && t('weather.no_position')}
        {state === 'no_answer' && t('weather.no_answer', { source })}
      </p>
    </div>
  );
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}

/** The weather of the running journey, for example of one that was started as the last time. */
export function RunningWeather({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const editing = useWeatherForm(journey.weather);
  const [hasFailed, setFailed] = useState(false);
  const isChanged = hasFault(editing.form) || !isSame(readWeatherForm(editing.form), journey.weather);
  const save = () => {
    const weather = editing.read();
    if (weather === undefined) return;
    changeJourney(journey.id, { weather }).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  return (
    <form
      className={classes.running}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <WeatherField editing={editing} fill={<FillWeather editing={editing} />} />
      {hasFailed && (
        <Alert color="brick" role="alert">
          {t('weather.failed')}
        </Alert>
      )}
      {isChanged && (
        <Button type="submit" className={classes.clear}>
          {t('common:action.save')}
        </Button>
      )}
    </form>
  );
}
