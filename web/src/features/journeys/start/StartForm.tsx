import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconRepeat, IconRoute } from '@tabler/icons-react';
import { JOURNEY_LIMITS, PROTOCOLS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { number } from '../../../i18n/format';
import type { SavedPlace } from '../../../local/records/lists/saved-places';
import { type JourneyStart, type LastSettings, startJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import { FillWeather } from '../weather/FillWeather';
import { useWeatherForm } from '../weather/use-weather-form';
import { WeatherField } from '../weather/WeatherField';
import { CompanionsField } from './CompanionsField';
import { GroupsField } from './GroupsField';
import { findDayPart, PLANS, repeated, type StartForm as Values, readStartForm } from './start-values';
import { TargetTaxaField } from './TargetTaxaField';
import classes from './start.module.css';

const EMPTY: Values = { name: '', protocol: 'travelling', groups: [], taxa: [], companions: [], planned: null };

/** The choices before a journey. One tap repeats the last ones. */
export function StartForm({ last, place }: { last: LastSettings | null; place: SavedPlace | null }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const [form, setForm] = useState<Values>(EMPTY);
  const weather = useWeatherForm(null);
  const [dayPart] = useState(() => findDayPart(new Date().getHours()));
  const [state, setState] = useState<'ready' | 'starting' | 'failed'>('ready');
  const change = (part: Partial<Values>) => setForm((before) => ({ ...before, ...part }));
  const part = t(`start.name.${dayPart}`);
  const defaultName = place ? `${part}, ${place.name}` : part;
  const context = { defaultName, locationId: place?.id ?? null, timeZone: deviceTimeZone() ?? 'UTC' };
  const start = async (journey: JourneyStart) => {
    const observed = weather.read();
    if (observed === undefined) return;
    setState('starting');
    try {
      await startJourney(currentDatabase(), { ...journey, weather: observed }, Date.now());
      await navigate('/observe');
    } catch {
      setState('failed');
    }
  };
  const lastWords = last && [t(`protocol.${last.protocol}`), ...last.target_groups.map((group) => t(`common:group.${group}`))].join(', ');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'starting') void start(readStartForm(form, context));
      }}
    >
      {state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('start.failed')}
        </Alert>
      )}
      {last && (
        <Button
          size="lg"
          variant="default"
          className={classes.repeat}
          leftSection={<IconRepeat size={22} aria-hidden />}
          disabled={state === 'starting'}
          onClick={() => void start(repeated(last, context))}
        >
          {t('start.repeat', { settings: lastWords })}
        </Button>
      )}
      <TextInput
        label={t('start.name_label')}
        placeholder={defaultName}
        maxLength={JOURNEY_LIMITS.name}
        autoComplete="off"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('start.protocol')}
        description={t(`protocol_hint.${form.protocol}`)}
        value={form.protocol}
        onChange={(event) => change({ protocol: PROTOCOLS.find((one) => one === event.currentTarget.value) ?? 'casual' })}
        data={PROTOCOLS.map((one) => ({ value: one, label: t(`protocol.${one}`) }))}
      />
      <GroupsField value={form.groups} onChange={(groups) => change({ groups })} />
      <TargetTaxaField value={form.taxa} onChange={(taxa) => change({ taxa })} />
      <CompanionsField value={form.companions} onChange={(companions) => change({ companions })} />
      <NativeSelect
        label={t('start.planned')}
        value={String(form.planned ?? '')}
        onChange={(event) => change({ planned: PLANS.find((minutes) => String(minutes) === event.currentTarget.value) ?? null })}
        data={PLANS.map((minutes) => ({
          value: String(minutes ?? ''),
          label:
            minutes === null
              ? t('start.no_plan')
              : number(minutes < 60 ? minutes : minutes / 60, language, {
                  style: 'unit',
                  unit: minutes < 60 ? 'minute' : 'hour',
                  unitDisplay: 'long',
                }),
        }))}
      />
      <WeatherField editing={weather} fill={<FillWeather editing={weather} />} />
      <Button type="submit" size="lg" loading={state === 'starting'} leftSection={<IconRoute size={22} aria-hidden />}>
        {t('start.start')}
      </Button>
    </form>
  );
}
