import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalJourney } from '../../../local/db/rows';
import { isSame } from '../../../local/outbox/is-same';
import { changeJourney } from '../own-journeys';
import { FillWeather } from './FillWeather';
import { useWeatherForm } from './use-weather-form';
import { hasFault, readWeatherForm } from './weather-form';
import { WeatherField } from './WeatherField';
import classes from './weather.module.css';

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
