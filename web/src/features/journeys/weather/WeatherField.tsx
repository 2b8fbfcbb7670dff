import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlusMinus } from '@tabler/icons-react';
import { MAX_WIND_FORCE, OKTAS, PRECIPITATIONS, type WeatherValues, WIND_DIRECTIONS } from '@veld/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { BEAUFORT, useWeatherWords } from './use-weather-words';
import { negated, readWeatherForm, temperatureRange, type WeatherEditing, weatherForm, withTemperature, withValue } from './weather-form';
import classes from './weather.module.css';

const numbersTo = (last: number) => Array.from({ length: last + 1 }, (_, value) => value);

/** The weather on a journey: closed until there is some. Only the temperature is typed. `fill` fills it in. */
export function WeatherField({ editing, fill }: { editing: WeatherEditing; fill?: ReactNode }) {
  const { t } = useTranslation('journeys');
  const { units } = useUser().preferences;
  const words = useWeatherWords();
  const { form, change } = editing;
  const { weather } = form;
  const known = readWeatherForm(form);
  const [isOpen, setOpen] = useState(known !== null);
  if (editing.showsFault && !isOpen) setOpen(true);
  const set = <F extends keyof WeatherValues>(field: F, value: WeatherValues[F]) => change(withValue(form, field, value));
  const sourceOf = (field: keyof WeatherValues) => (weather.source?.fields.includes(field) ? weather.source.name : undefined);
  const service = known?.source && words(known).find(([name]) => name === t('weather.source'));
  return (
    <details className={classes.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('weather.title')}</summary>
      <div className={classes.fields}>
        {fill}
        <Temperature editing={editing} source={sourceOf('temperature_c')} />
        <ChoiceRow
          label={t('weather.precipitation')}
          source={sourceOf('precipitation')}
          choices={PRECIPITATIONS.map((value) => ({ value, label: t(`weather.kind.${value}`) }))}
          value={weather.precipitation}
          onChange={(value) => set('precipitation', value)}
        />
        <ChoiceRow
          label={t('weather.cloud_cover')}
          source={sourceOf('cloud_cover')}
          hint={t('weather.cloud_hint')}
          choices={numbersTo(OKTAS).map((value) => ({ value, label: String(value) }))}
          value={weather.cloud_cover}
          onChange={(value) => set('cloud_cover', value)}
        />
        <ChoiceRow
          label={t('weather.wind_force')}
          source={sourceOf('wind_force')}
          hint={weather.wind_force === null ? undefined : t(`weather.beaufort.${BEAUFORT[weather.wind_force]!}`)}
          choices={numbersTo(MAX_WIND_FORCE).map((value) => ({
            value,
            label: String(value),
            name: `${value}, ${t(`weather.beaufort.${BEAUFORT[value]!}`)}`,
          }))}
          value={weather.wind_force}
          onChange={(value) => set('wind_force', value)}
        />
        {weather.wind_force !== 0 && (
          <ChoiceRow
            label={t('weather.wind_direction')}
            source={sourceOf('wind_direction')}
            choices={WIND_DIRECTIONS.map((value) => ({
              value,
              label: t(`weather.direction_short.${value}`),
              name: t(`weather.direction.${value}`),
            }))}
            isEven
            value={weather.wind_direction}
            onChange={(value) => set('wind_direction', value)}
          />
        )}
        {service && <p className={classes.hint}>{service.join(': ')}</p>}
        {known && (
          <Button variant="subtle" className={classes.clear} onClick={() => change(weatherForm(null, units))}>
            {t('weather.clear')}
          </Button>
        )}
      </div>
    </details>
  );
}

function Temperature({ editing: { form, change, showsFault }, source }: { editing: WeatherEditing; source: string | undefined }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const inputId = useId();
  const { from, to } = temperatureRange(units);
  return (
    <div className={classes.field}>
      <div className={classes.label}>
        <label htmlFor={inputId}>{`${t('weather.temperature')} (${units === 'metric' ? '°C' : '°F'})`}</label>
        {source && <span className={classes.source}> {source}</span>}
      </div>
      <div className={classes.temperature}>
        <TextInput
          id={inputId}
          inputMode="decimal"
          autoComplete="off"
          value={form.temperature}
          onChange={(event) => change(withTemperature(form, event.currentTarget.value, units))}
          error={showsFault && t('weather.fault', { from: number(from, language), to: number(to, language) })}
        />
        <ActionIcon
          variant="default"
          aria-label={t('weather.sign')}
          title={t('weather.sign')}
          onClick={() => change(withTemperature(form, negated(form.temperature), units))}
        >
          <IconPlusMinus size={22} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

interface Props<V> {
  label: string;
  hint?: string | undefined;
  /** The weather service that the value is from. */
  source?: string | undefined;
  choices: readonly { value: V; label: string; name?: string }[];
  value: V | null;
  onChange: (value: V | null) => void;
  /** In a line of all, or in two lines where there is less room. */
  isEven?: boolean;
}

/** Choices of which a tap takes one, and another tap on it none. `name` is read out instead of the label. */
function ChoiceRow<V extends string | number>({ label, hint, source, choices, value, onChange, isEven }: Props<V>) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className={classes.field}>
      <div className={classes.label} id={labelId}>
        {label}
        {source && <span className={classes.source}> {source}</span>}
      </div>
      <div className={classes.choices} data-even={isEven || undefined}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className={classes.choice}
            aria-label={choice.name}
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value === value ? null : choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
