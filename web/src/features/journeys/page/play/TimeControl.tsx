import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLanguage } from '../../../../shared/session/session';
import { clockAt } from '../journey-times';
import { RangeInput } from '../RangeInput';
import { play, type PlayClock, showUntil, type Span, usePlaying } from './play-clock';
import classes from './TimeControl.module.css';

interface Props {
  clock: PlayClock;
  span: Span;
  zone: string;
}

/** Shows the journey until a time, by hand or playing. */
export function TimeControl({ clock, span, zone }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { time, isPlaying } = useStore(clock);
  usePlaying(clock, span);
  const label = t(isPlaying ? 'page.pause' : 'page.play');
  return (
    <div className={classes.time}>
      <ActionIcon
        variant="default"
        aria-label={label}
        title={label}
        onClick={() => (isPlaying ? showUntil(clock, time) : play(clock, span))}
      >
        {isPlaying ? <IconPlayerPause size={22} aria-hidden /> : <IconPlayerPlay size={22} aria-hidden />}
      </ActionIcon>
      <RangeInput
        label={t('page.until')}
        text={time === null ? t('page.whole') : clockAt(time, zone, language)}
        min={span.from}
        max={span.to}
        step={1000}
        value={time ?? span.to}
        onChange={(value) => showUntil(clock, value)}
      />
      <ActionIcon
        variant="subtle"
        className={classes.whole}
        aria-label={t('page.whole')}
        title={t('page.whole')}
        data-hidden={time === null || undefined}
        onClick={() => showUntil(clock, null)}
      >
        <IconX size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
