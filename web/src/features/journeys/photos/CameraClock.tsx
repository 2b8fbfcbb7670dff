import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/session/session';
import { clockTime } from '../../../i18n/format';
import { duration } from '../effort-words';
import { RangeInput } from '../page/RangeInput';
import classes from './CameraClock.module.css';
import { offsetFromClock } from './match-photos';
import type { PickedPhoto } from './use-picked-photos';

interface Props {
  photos: readonly PickedPhoto[];
  /** What the clock of the camera is behind the true time, in milliseconds. */
  offset: number;
  onChange: (offset: number) => void;
}

/** The slider moves the clock by at most an hour from where a photo of a clock has put it. */
const REACH_S = 3600;

/** How wrong the clock of the camera is: from a photo of a clock, or by dragging until the photos are where they were taken. */
export function CameraClock({ photos, offset, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const [middle, setMiddle] = useState(0);
  const timed = photos.filter(({ facts }) => facts.taken_time !== null);
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState('');
  const clock = timed[chosen];
  const set = (text: string, photo: PickedPhoto | undefined) => {
    const found = photo ? offsetFromClock(photo.facts, text) : null;
    if (found === null) return;
    setMiddle(found / 1000);
    onChange(found);
  };
  const seconds = Math.round(offset / 1000);
  const text =
    seconds === 0 ? t('clock.right') : t(seconds > 0 ? 'clock.behind' : 'clock.ahead', { duration: spanText(Math.abs(seconds), language) });
  const isWrong = typed.trim() !== '' && clock !== undefined && offsetFromClock(clock.facts, typed) === null;
  return (
    <fieldset className={classes.clock}>
      <legend>{t('clock.title')}</legend>
      <RangeInput
        label={t('clock.drag')}
        text={text}
        min={middle - REACH_S}
        max={middle + REACH_S}
        value={seconds}
        onChange={(value) => onChange(value * 1000)}
      />
      {timed.length > 0 && (
        <div className={classes.photo}>
          <NativeSelect
            label={t('clock.photo')}
            value={String(chosen)}
            data={timed.map(({ file, facts }, at) => ({
              value: String(at),
              label: `${file.name} (${clockTime(facts.taken_time!, language)})`,
            }))}
            onChange={(event) => {
              const next = Number(event.currentTarget.value);
              setChosen(next);
              set(typed, timed[next]);
            }}
          />
          <TextInput
            label={t('clock.shows')}
            placeholder="14:05:30"
            value={typed}
            error={isWrong && t('clock.invalid')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              set(event.currentTarget.value, clock);
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Exact to the second. */
function spanText(seconds: number, language: Parameters<typeof duration>[1]): string {
  const rest = seconds % 60;
  const parts = [seconds >= 60 && duration(seconds - rest, language), (rest > 0 || seconds < 60) && duration(rest, language)];
  return parts.filter(Boolean).join(' ');
}
