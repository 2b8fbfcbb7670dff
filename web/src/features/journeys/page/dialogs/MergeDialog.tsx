import { Radio } from '@mantine/core';
import { MAX_JOURNEY_POINTS, trimmed } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../../shared/session/session';
import { createJourney, recordsIn, removeJourney, assignJourney, readOwnTrack, useOwnJourneys } from '../../own-journeys';
import { journeyTimes } from '../journey-times';
import { mergeJourneys } from '../split-merge';
import classes from './dialog-parts.module.css';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Longer lists would not help to find the other half. */
const OFFERED = 20;

class TooManyPoints extends Error {
  override readonly name = 'TooManyPoints';
}

/** Makes one journey of two. */
export default function MergeDialog({ journey, points, records, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const journeys = useOwnJourneys();
  const apart = ({ started_at }: { started_at: string }) => Math.abs(Date.parse(started_at) - Date.parse(journey.started_at));
  const others = (journeys ?? [])
    .filter(({ id, ended_at }) => id !== journey.id && ended_at !== null)
    .toSorted((one, other) => apart(one) - apart(other))
    .slice(0, OFFERED);
  const merge = async () => {
    const other = others.find(({ id }) => id === chosen);
    if (!other) return;
    const merged = mergeJourneys(
      { journey, points: trimmed(points, journey.trim) },
      { journey: other, points: trimmed(await readOwnTrack(other.id), other.trim) },
    );
    if (merged.points.length > MAX_JOURNEY_POINTS) throw new TooManyPoints();
    const both = [...records, ...(await recordsIn(other.id))];
    const id = await createJourney(merged.journey, merged.points);
    await assignJourney(
      both.map((record) => record.id),
      id,
    );
    await navigate(`/journey/${id}`, { replace: true });
    await removeJourney(journey.id);
    await removeJourney(other.id);
  };
  return (
    <JourneyDialog title={t('action.merge')} action={t('action.merge')} isDisabled={chosen === null} onClose={onClose} onAct={merge}>
      <p>{t(journeys && others.length === 0 ? 'merge.none' : 'merge.text')}</p>
      {others.length > 0 && (
        <Radio.Group label={t('merge.with')} value={chosen ?? ''} onChange={setChosen}>
          <ul className={classes.list}>
            {others.map((one) => (
              <li key={one.id}>
                <Radio value={one.id} label={one.name} description={journeyTimes(one, language)} />
              </li>
            ))}
          </ul>
        </Radio.Group>
      )}
    </JourneyDialog>
  );
}
