import { ActionIcon, Button, SegmentedControl, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import type { Step } from '../filter/map-filter';
import classes from './TimeSlider.module.css';
import { wantsStill } from '../../../ui/motion';

export const MONTHS: TimeRange = { first: 1, last: 12 };
/** Length of the year range, unless the user has older records. */
const YEARS_BACK = 20;

interface Props {
  time: Step;
  years: TimeRange;
  onChange: (step: Step) => void;
}

const STEP_MS = 1400;
/** With reduced motion. */
const CALM_STEP_MS = 3000;

/** Steps through years or months of the year, by hand or playing. */
export function TimeSlider({ time, years, onChange }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const isCalm = wantsStill();
  const [unit, setUnit] = useState<TimeUnit>(time.month === null ? 'year' : 'month');
  const [isPlaying, setPlaying] = useState(false);
  const range = unit === 'year' ? years : MONTHS;
  const step = time[unit];
  const show = (value: number) => onChange(unit === 'year' ? { year: value, month: null } : { year: null, month: value });
  const advance = useEffectEvent(() => {
    const next = stepAfter(step, range);
    if (next === null) setPlaying(false);
    else show(next);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => advance(), isCalm ? CALM_STEP_MS : STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, isCalm]);
  const play = () => {
    if (!isPlaying && (step === null || step >= range.last)) show(range.first);
    setPlaying(!isPlaying);
  };
  const label = (value: number) => (unit === 'year' ? String(value) : monthName(value, language));
  return (
    <div className={classes.time} role="group" aria-label={t('time')}>
      <div className={classes.line}>
        <SegmentedControl
          aria-label={t('time')}
          value={unit}
          onChange={(value) => {
            setPlaying(false);
            setUnit(value === 'month' ? 'month' : 'year');
            onChange({ year: null, month: null });
          }}
          data={[
            { value: 'year', label: t('time_years') },
            { value: 'month', label: t('time_months') },
          ]}
        />
        <span className={classes.now} aria-live={isPlaying ? 'off' : 'polite'}>
          {step === null ? t('common:period.all') : label(step)}
        </span>
        {step !== null && (
          <Button variant="subtle" onClick={() => onChange({ year: null, month: null })}>
            {t('common:period.all')}
          </Button>
        )}
      </div>
      <div className={classes.line}>
        <ActionIcon variant="default" aria-label={t(isPlaying ? 'pause' : 'play')} title={t(isPlaying ? 'pause' : 'play')} onClick={play}>
          {isPlaying ? <IconPlayerPause size={22} aria-hidden /> : <IconPlayerPlay size={22} aria-hidden />}
        </ActionIcon>
        <Slider
          className={classes.slider}
          thumbSize={28}
          thumbLabel={t(unit === 'year' ? 'time_years' : 'time_months')}
          min={range.first}
          max={range.last}
          value={step ?? range.last}
          label={label}
          onChange={(value) => {
            setPlaying(false);
            show(value);
          }}
          thumbValueText={() => (step === null ? t('common:period.all') : label(step))}
        />
      </div>
    </div>
  );
}

/** The slider steps through calendar years or through the months of the year. */
type TimeUnit = 'year' | 'month';
export interface TimeRange {
  first: number;
  last: number;
}

/** The years on offer: the last twenty, or more if there are older records. */
export function findYearRange(firstDates: readonly (string | null | undefined)[], today: string): TimeRange {
  const last = Number(today.slice(0, 4));
  const known = firstDates.flatMap((date) => (date ? Number(date.slice(0, 4)) : [])).filter((year) => year >= 1000);
  return { first: known.reduce((least, year) => Math.min(least, year), last - YEARS_BACK + 1), last };
}

/** The step after the given one, the first if there is none, or null at the end. */
export function stepAfter(step: number | null, { first, last }: TimeRange): number | null {
  if (step === null || step < first) return first;
  return step < last ? step + 1 : null;
}
