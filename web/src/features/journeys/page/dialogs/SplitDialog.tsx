import { TextInput } from '@mantine/core';
import { JOURNEY_LIMITS, trackPieces, type TrackPoint, trimmed } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distance } from '../../../../i18n/format';
import { useLanguage, useUser } from '../../../../shared/session/session';
import { assignJourney, changeJourney, createJourney } from '../../own-journeys';
import { clockAt, recordInstant } from '../journey-times';
import { JourneyMap } from '../JourneyMap';
import { PassedTrack } from '../play/PassedTrack';
import { RangeInput } from '../RangeInput';
import { splitJourney } from '../split-merge';
import { drawnPieces, linesThrough } from '../track-overlay';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Makes two journeys of one. Records go with the half in which they were made. */
export default function SplitDialog({ journey, points, records, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const counting = useMemo(() => trimmed(points, journey.trim), [points, journey.trim]);
  const [at, setAt] = useState(() => Math.max(1, counting.length >> 1));
  const [name, setName] = useState(`${journey.name} 2`.slice(0, JOURNEY_LIMITS.name));
  const words = usePointWords(counting, journey.time_zone);
  const drawn = useMemo(() => drawnPieces(trackPieces(counting)), [counting]);
  const lines = useMemo(() => linesThrough(drawn), [drawn]);
  const cut = counting[at] ?? null;
  const split = async () => {
    const halves = splitJourney(journey, counting, counting[at]!.seq, name.trim());
    if (!halves) return;
    const second = await createJourney(halves.second, halves.points);
    const from = Date.parse(halves.second.started_at);
    const later = records.filter((record) => (recordInstant(record, journey.time_zone) ?? -Infinity) >= from);
    await assignJourney(
      later.map(({ id }) => id),
      second,
    );
    await changeJourney(journey.id, halves.first);
  };
  return (
    <JourneyDialog
      title={t('action.split')}
      action={t('action.split')}
      size="48rem"
      isDisabled={name.trim() === '' || counting.length < 2}
      onClose={onClose}
      onAct={split}
    >
      <p>{t('split.text')}</p>
      <JourneyMap
        label={t('page.map', { name: journey.name })}
        lines={lines}
        renderOver={(map) => cut && <PassedTrack map={map} pieces={drawn} isPassed={({ seq }) => seq < cut.seq} here={cut} />}
      />
      {counting.length > 2 && (
        <RangeInput label={t('split.at')} text={words(at)} min={1} max={counting.length - 1} value={at} onChange={setAt} />
      )}
      <TextInput
        label={t('split.name')}
        value={name}
        maxLength={JOURNEY_LIMITS.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </JourneyDialog>
  );
}

/** A point of a track in words: its time, or without one, its distance from the start. */
function usePointWords(points: readonly TrackPoint[], zone: string): (at: number) => string {
  const language = useLanguage();
  const { units } = useUser().preferences;
  const along = useMemo(() => {
    const metres: number[] = [];
    for (const [at, point] of points.entries()) metres.push(at === 0 ? 0 : metres[at - 1]! + metresBetween(points[at - 1]!, point));
    return metres;
  }, [points]);
  return (at) => {
    const { t } = points[at]!;
    return t === null ? distance(along[at]!, units, language) : clockAt(t, zone, language);
  };
}
