import { NativeSelect, TextInput } from '@mantine/core';
import { type DayRange, dayRange, PERIODS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../../i18n/format';
import { useOwnFacts } from '../../../shared/records/own';
import { useLanguage } from '../../../shared/session/session';
import { useToday } from '../species-count';
import { isPeriod, type ListPeriod, writeDays, listYears } from './list-period';
import classes from './ListPeriodSelect.module.css';

/** The choice of days of one's own: those of this month so far, until others are set. */
const OTHER = 'other';

interface Props {
  value: ListPeriod;
  onChange: (period: ListPeriod) => void;
}

/** The days of a species list: a period, a year with records, or any two days. */
export function ListPeriodSelect({ value, onChange }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const today = useToday();
  const choices = usePeriodChoices(value);
  return (
    <NativeSelect
      aria-label={t('filter.period')}
      value={value}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(chosen === OTHER ? writeDays({ from: `${today.slice(0, 8)}01`, to: today }) : chosen);
      }}
      data={[...choices, { group: t('filter.days'), items: [{ value: OTHER, label: t('filter.other_days') }] }]}
    />
  );
}

/** Periods and years for a select, and what is chosen if it is neither. */
export function usePeriodChoices(value: ListPeriod) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const years = useOwnYears();
  const isListed = isPeriod(value) || years.includes(value);
  return [
    { group: t('compare.periods'), items: PERIODS.map((one) => ({ value: one as string, label: t(`common:period.${one}`) })) },
    {
      group: t('filter.years'),
      items: [...(isListed ? [] : [{ value, label: recordedDate(value, language) }]), ...years.map((one) => ({ value: one, label: one }))],
    },
  ];
}

/** The first and the last day of days of one's own, nothing for a period. One day alone changes nothing. */
export function ListDays({ value, onChange }: Props) {
  const { t } = useTranslation('species');
  const range = isPeriod(value) || /^\d{4}$/.test(value) ? null : dayRange(value);
  const [typed, setTyped] = useState<DayRange | null>(null);
  if (!range) return null;
  const days = typed ?? range;
  const write = (change: Partial<DayRange>) => {
    const next = { ...days, ...change };
    setTyped(next);
    if (next.from && next.to && next.from <= next.to) onChange(writeDays(next));
  };
  const isReversed = days.from !== '' && days.to !== '' && days.to < days.from;
  return (
    <div className={classes.days} role="group" aria-label={t('filter.days')}>
      <TextInput type="date" label={t('filter.from')} value={days.from} onChange={(event) => write({ from: event.currentTarget.value })} />
      <TextInput
        type="date"
        label={t('filter.to')}
        value={days.to}
        error={isReversed && t('filter.reversed')}
        onChange={(event) => write({ to: event.currentTarget.value })}
      />
    </div>
  );
}

/** The years of the user's records, the latest first. */
function useOwnYears(): string[] {
  const records = useOwnFacts();
  const today = useToday();
  return useMemo(() => listYears(records ?? [], today), [records, today]);
}
