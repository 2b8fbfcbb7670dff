import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconRoute, IconX } from '@tabler/icons-react';
import { type Companion, JOURNEY_LIMITS, type Protocol, PROTOCOLS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { number } from '../../../i18n/format';
import { rememberMentioned } from '../../../local/changes/comments';
import { type JourneyStart, type LastSettings, startJourney } from '../../../local/records/journeys/journeys';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { useMentionable } from '../../comments/data';
import { FillWeather } from '../weather/FillWeather';
import { useWeatherForm } from '../weather/weather-form';
import { WeatherField } from '../weather/WeatherField';
import { AddGroup } from './AddGroup';
import { findDayPart, PLANS, readStartForm, repeated, type StartForm as Values } from './start-values';
import classes from './start.module.css';

const NOBODY: readonly never[] = [];

const EMPTY: Values = { name: '', protocol: 'travelling', groups: [], taxa: [], companions: [], planned: null };

/** Whose journeys are no walk: they are named after the method. */
const STAYING: readonly Protocol[] = ['stationary', 'trap', 'bioblitz', 'timed_count'];

interface StartFormProps {
  last: LastSettings | null;
  place: SavedPlace | null;
  /** Said below the buttons. */
  notice: ReactNode;
}

/** The choices before a journey, most of them folded. One tap repeats the last ones. */
export function StartForm({ last, place, notice }: StartFormProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const [form, setForm] = useState<Values>(EMPTY);
  const weather = useWeatherForm(null);
  const [dayPart] = useState(() => findDayPart(new Date().getHours()));
  const [state, setState] = useState<'ready' | 'starting' | 'failed'>('ready');
  const [isOpen, setOpen] = useState(false);
  const change = (part: Partial<Values>) => setForm((before) => ({ ...before, ...part }));
  const defaultName = (protocol: Protocol) => {
    const what = STAYING.includes(protocol) ? t(`protocol.${protocol}`) : t(`start.name.${dayPart}`);
    return place ? `${what}, ${place.name}` : what;
  };
  const contextFor = (protocol: Protocol) => ({
    defaultName: defaultName(protocol),
    locationId: place?.id ?? null,
    timeZone: deviceTimeZone() ?? 'UTC',
  });
  const start = async (journey: JourneyStart) => {
    const observed = weather.read();
    if (observed === undefined) {
      // Where the fault is.
      setOpen(true);
      return;
    }
    setState('starting');
    try {
      const id = await startJourney(currentDatabase(), { ...journey, weather: observed }, Date.now());
      await navigate(`/journey/${id}`, { replace: true });
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
        if (state !== 'starting') void start(readStartForm(form, contextFor(form.protocol)));
      }}
    >
      {state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('start.failed')}
        </Alert>
      )}
      <TextInput
        label={t('start.name_label')}
        placeholder={defaultName(form.protocol)}
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
      <div className={classes.starts}>
        <Button
          type="submit"
          size="lg"
          className={classes.start}
          loading={state === 'starting'}
          leftSection={<IconRoute size={22} aria-hidden />}
        >
          {t('start.start')}
        </Button>
        {last && (
          <Button
            size="lg"
            variant="default"
            className={classes.repeat}
            disabled={state === 'starting'}
            onClick={() => void start(repeated(last, contextFor(last.protocol)))}
          >
            <span>
              {t('start.repeat')}
              <span className={classes.settings}>{lastWords}</span>
            </span>
          </Button>
        )}
      </div>
      {notice}
      <details className={classes.group} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>{t('start.more')}</summary>
        <div className={classes.fold}>
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
        </div>
      </details>
    </form>
  );
}

interface Props {
  value: readonly Companion[];
  onChange: (companions: readonly Companion[]) => void;
}

/** Companions: any names. People with an account are suggested; without a connection, only those that were used before. */
function CompanionsField({ value, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const database = currentDatabase();
  const listId = useId();
  const [text, setText] = useState('');
  const people = useMentionable(text, NOBODY);
  const add = () => {
    const name = text.trim().slice(0, JOURNEY_LIMITS.companionName);
    setText('');
    if (name === '' || value.some((one) => one.name === name) || value.length >= JOURNEY_LIMITS.companions) return;
    const person = people.find((one) => one.name === name);
    onChange([...value, { user_id: person?.id ?? null, name }]);
    // A help for the next time, not worth a message.
    if (person) rememberMentioned(database, [person]).catch((error: unknown) => console.error('Companions', error));
  };
  return (
    <div className={classes.group}>
      <div className={classes.add}>
        <TextInput
          className={classes.wide}
          label={t('start.companions')}
          description={t('start.companions_hint')}
          list={listId}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" disabled={text.trim() === ''} onClick={add}>
          {t('start.add')}
        </Button>
      </div>
      <datalist id={listId}>
        {people.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <RemovableList
        items={value.map(({ name }) => ({ key: name, label: name }))}
        onRemove={(key) => onChange(value.filter(({ name }) => name !== key))}
      />
    </div>
  );
}

interface GroupsFieldProps {
  value: readonly TaxonGroup[];
  onChange: (groups: readonly TaxonGroup[]) => void;
}

/** The groups that the person looks for, of which the review asks whether everything was recorded. */
function GroupsField({ value, onChange }: GroupsFieldProps) {
  const { t } = useTranslation(['journeys', 'common']);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t('start.groups')}</legend>
      <p className={classes.hint}>{t('start.groups_hint')}</p>
      <RemovableList
        items={value.map((group) => ({ key: group, label: t(`common:group.${group}`) }))}
        onRemove={(key) => onChange(value.filter((group) => group !== key))}
      />
      <AddGroup chosen={value} onAdd={(group) => onChange([...value, group])} />
    </fieldset>
  );
}

interface TargetTaxaFieldProps {
  value: readonly TaxonSummary[];
  onChange: (taxa: readonly TaxonSummary[]) => void;
}

/** Species that the person looks for; those not found get a record with the count 0. */
function TargetTaxaField({ value, onChange }: TargetTaxaFieldProps) {
  const { t } = useTranslation('journeys');
  const labelId = useId();
  return (
    <details className={classes.group}>
      <summary className={classes.summary} id={labelId}>
        {t('start.taxa')}
      </summary>
      <p className={classes.hint}>{t('start.taxa_hint')}</p>
      <RemovableList
        items={value.map(({ id, name }) => ({ key: String(id), label: name }))}
        onRemove={(key) => onChange(value.filter(({ id }) => String(id) !== key))}
      />
      {value.length < JOURNEY_LIMITS.taxa && (
        <TaxonSearch
          labelledBy={labelId}
          quick={null}
          onChoose={(taxon) => {
            if (!value.some(({ id }) => id === taxon.id)) onChange([...value, taxon]);
          }}
        />
      )}
    </details>
  );
}

interface RemovableListProps {
  items: readonly { key: string; label: string }[];
  onRemove: (key: string) => void;
}

/** Choices, each of which a tap removes again. */
function RemovableList({ items, onRemove }: RemovableListProps) {
  const { t } = useTranslation('journeys');
  if (items.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {items.map(({ key, label }) => (
        <li key={key}>
          <Button
            variant="default"
            rightSection={<IconX size={18} aria-hidden />}
            aria-label={t('start.remove', { name: label })}
            onClick={() => onRemove(key)}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
