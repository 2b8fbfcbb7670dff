import { Button, NativeSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';
import { dayRange } from '@veld/contract';
import { IconClock, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../device/use-now';
import { clockTime, daysAgo, monthName, recordedDate } from '../../../i18n/format';
import { FieldError } from '../../../ui/FieldError';
import { useLanguage } from '../../../shared/session/session';
import type { Check } from '../checks/checks';
import { FoldedLine } from '../fields/FoldedLine';
import { type DateKind, type FormPatch, type FormValues, isDayMissing, kindPatch, nowPatch, readFormDate } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';
import { FieldChecks } from '../checks/FieldChecks';
import shared from '../observe.module.css';
import classes from './WhenField.module.css';
import { PinButton } from '../Pins';

const KIND_LABELS = {
  day: 'recording:when.kind.day',
  month: 'recording:when.kind.month',
  year: 'recording:when.kind.year',
  kept: 'recording:when.kind.period',
  unknown: 'recording:when.kind.unknown',
} as const satisfies Record<DateKind, string>;
const KINDS: readonly DateKind[] = ['day', 'month', 'year', 'kept', 'unknown'];

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
}

/** Date and time of the record in one line: the current time until the user changes it. */
export function WhenField({ form, checks, errors }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const { ref: inputs, focused: isTyping } = useFocusWithin();
  const { date_kind, day, when_source, time_zone } = form.values;
  const isMissing = when_source === 'photo' && date_kind === 'day' && day === '';
  const isIncomplete = isMissing || isDayMissing(form.values) || errors.length > 0;
  const [isOpened, setOpened] = useState(isIncomplete);
  const isOpen = isOpened || isIncomplete;
  const words = useWhenWords(form.values);
  const setNow = () => {
    const zone = form.values.latitude === null ? deviceTimeZone() : time_zone;
    form.change({ ...nowPatch(zone), when_by: 'person' });
  };
  // While a year is typed, it passes through earlier ones: 2, 20, 202, 2026.
  const shownChecks = checks.filter((check) => !(isTyping && check.name === 'long_ago' && check.year < 1000));

  return (
    <FoldedLine
      title={t('observations:when.title')}
      sign={when_source === 'photo' && !isMissing ? <IconPhoto size={22} aria-hidden /> : <IconClock size={22} aria-hidden />}
      words={words}
      note={when_source === 'photo' && !isMissing ? t('from_photo') : undefined}
      isOpen={isOpen}
      onToggle={() => setOpened(!isOpen)}
      aside={Object.hasOwn(form.pins, 'when') && !isOpen && <PinButton form={form} name="when" label={t('observations:when.title')} />}
      always={
        <>
          <FieldChecks form={form} checks={shownChecks} field="when" />
          <FieldError messages={errors} />
        </>
      }
    >
      <div className={classes.tools}>
        {when_source !== 'now' && (
          <Button variant="subtle" leftSection={<IconClock size={20} aria-hidden />} onClick={setNow}>
            {t('when.now')}
          </Button>
        )}
        {(when_source !== 'now' || Object.hasOwn(form.pins, 'when')) && (
          <PinButton form={form} name="when" label={t('observations:when.title')} />
        )}
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('observations:when.title')}
        value={date_kind}
        onChange={(kind) => enter(form, kindPatch(form.values, kind))}
        data={KINDS.map((kind) => ({ value: kind, label: t(KIND_LABELS[kind]) }))}
      />
      {date_kind !== 'unknown' && (
        <div ref={inputs}>
          {date_kind === 'day' && <DayInputs form={form} />}
          {date_kind === 'month' && <MonthInputs form={form} />}
          {date_kind === 'year' && <YearInput form={form} />}
          {date_kind === 'kept' && <PeriodInputs form={form} />}
        </div>
      )}
      {isMissing && <p className={shared.hint}>{t('recording:offer.missing_date')}</p>}
      {isDayMissing(form.values) && <p className={shared.hint}>{t('when.day_missing')}</p>}
      {date_kind === 'unknown' && <p className={shared.hint}>{t('when.unknown_hint')}</p>}
      {date_kind === 'day' && time_zone && (
        <p className={shared.hint}>{t('observations:when.zone', { zone: time_zone.replaceAll('_', ' ') })}</p>
      )}
    </FoldedLine>
  );
}

/** The date as entered, with the time; today in a word. */
function useWhenWords(values: FormValues): string {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const now = useNow(60_000);
  const { date_kind, day, time } = values;
  const today = wallClock(values.time_zone ?? deviceTimeZone(), new Date(now)).day;
  const date =
    date_kind === 'day' && day === today ? capitalized(daysAgo(day, today, language)) : recordedDate(readFormDate(values), language);
  if (!date) return t('when.none');
  return date_kind === 'day' && time ? `${date}, ${clockTime(time, language)}` : date;
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The person enters a date; photos don't change it any more. */
function enter(form: ObserveForm, patch: FormPatch): void {
  form.change({ ...patch, when_source: 'typed', when_by: 'person' });
}

function DayInputs({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('observations');
  return (
    <div className={shared.pair}>
      <TextInput
        type="date"
        label={t('field.observed_on')}
        value={form.values.day}
        max="9999-12-31"
        onChange={(event) => enter(form, { day: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t('field.observed_time')}
        value={form.values.time}
        onChange={(event) => enter(form, { time: event.currentTarget.value.slice(0, 5) })}
      />
    </div>
  );
}

/** First and last day of a period. A month or year, as other programs send it, is shown as its first or last day. */
function PeriodInputs({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const { kept_date } = form.values;
  const [first = '', last = ''] = kept_date.split('/');
  const { from, to } = dayRange(kept_date) ?? { from: first, to: last };
  // An incomplete period is kept and reported on save.
  const set = (nextFrom: string, nextTo: string) => enter(form, { kept_date: nextFrom || nextTo ? `${nextFrom}/${nextTo}` : '' });
  return (
    <div className={classes.halves}>
      <TextInput
        type="date"
        label={t('when.from')}
        value={from}
        max={to || '9999-12-31'}
        onChange={(event) => set(event.currentTarget.value, to)}
      />
      <TextInput
        type="date"
        label={t('when.until')}
        value={to}
        min={from}
        max="9999-12-31"
        onChange={(event) => set(from, event.currentTarget.value)}
      />
    </div>
  );
}

/** Two fields, because not every browser supports month inputs. */
function MonthInputs({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const [year = '', month = ''] = form.values.month.split('-');
  const names = Array.from({ length: 12 }, (_, index) => monthName(index + 1, language));
  // An incomplete month is kept and reported on save.
  const set = (nextYear: string, nextMonth: string) => enter(form, { month: nextYear || nextMonth ? `${nextYear}-${nextMonth}` : '' });
  return (
    <div className={shared.pair}>
      <NativeSelect
        label={t('when.month')}
        value={month}
        onChange={(event) => set(year, event.currentTarget.value)}
        data={[
          // A record without a date keeps none until the user enters one.
          ...(month === '' ? [{ label: t('details.not_set'), value: '' }] : []),
          ...names.map((label, index) => ({ label, value: String(index + 1).padStart(2, '0') })),
        ]}
      />
      <YearNumber year={year} onChange={(next) => set(next, month)} />
    </div>
  );
}

/** A changed year invalidates an earlier month. */
function YearInput({ form }: { form: ObserveForm }) {
  const [year = ''] = form.values.month.split('-');
  return (
    <div className={shared.pair}>
      <YearNumber year={year} onChange={(next) => enter(form, { month: next && `${next}-` })} />
    </div>
  );
}

/** A year as YYYY, or empty. */
function YearNumber({ year, onChange }: { year: string; onChange: (year: string) => void }) {
  const { t } = useTranslation('recording');
  return (
    <NumberInput
      label={t('when.year')}
      value={year === '' ? '' : Number(year)}
      min={1}
      max={9999}
      thousandSeparator=""
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      onChange={(value) => onChange(value === '' ? '' : String(value).padStart(4, '0'))}
    />
  );
}
