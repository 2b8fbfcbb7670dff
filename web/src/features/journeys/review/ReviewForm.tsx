import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { JOURNEY_LIMITS, type JourneySharing, type TaxonSummary, type TrackPoint } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { reviewJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { useWeatherForm } from '../weather/use-weather-form';
import { WeatherField } from '../weather/WeatherField';
import { CompleteFields } from './CompleteFields';
import { useCounted } from './counted';
import { DeleteJourney } from './DeleteJourney';
import { EffortFields } from './EffortFields';
import {
  contentOfReview,
  measureJourney,
  missedTaxa,
  type ReviewFault,
  reviewFaults,
  type ReviewForm as Values,
  fillReviewForm,
} from './review-values';
import { saveAbsences } from './save-absences';
import { SharingField } from './SharingField';
import { ToCheck } from './ToCheck';
import { TrimField } from './TrimField';
import classes from './review.module.css';

interface Props {
  journey: LocalJourney;
  track: readonly TrackPoint[];
  records: readonly LocalObservation[];
  /** What the person chose the last time. */
  sharing: JourneySharing;
  targets: readonly TaxonSummary[];
  onDone: () => void;
  /** Closes the review for now, for another screen. */
  onLeave: () => void;
}

/** Trim, effort, completeness and sharing of a journey. */
export function ReviewForm({ journey, track, records, sharing, targets, onDone, onLeave }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const user = useUser();
  const { units } = user.preferences;
  // Measuring a long track takes about as long as a frame: once for each trim.
  const [measured, setMeasured] = useState(() => measureJourney(journey, track, journey.trim, units));
  const [form, setForm] = useState<Values>(() => fillReviewForm(journey, measured, sharing, units));
  const weather = useWeatherForm(journey.weather);
  const [faults, setFaults] = useState<ReviewFault[]>([]);
  const [addsAbsences, setAddsAbsences] = useState(true);
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const counted = useCounted(journey);
  const missed = missedTaxa(targets, [...records, ...counted], form.complete);
  const change = (part: Partial<Values>) => {
    setForm((before) => ({ ...before, ...part }));
    setFaults([]);
  };
  const trim = (next: Values['trim']) => {
    const now = measureJourney(journey, track, next, units);
    setMeasured(now);
    // What the person has corrected stays.
    change({
      trim: next,
      ...(form.minutes === String(measured.minutes) && { minutes: String(now.minutes) }),
      ...(form.distance === String(measured.distance) && { distance: String(now.distance) }),
    });
  };
  const save = async () => {
    const found = reviewFaults(form);
    setFaults(found);
    const observed = weather.read();
    if (found.length > 0 || observed === undefined) return;
    setState('saving');
    try {
      if (addsAbsences) await saveAbsences(currentDatabase(), { journey, taxa: missed, user, track, trim: form.trim });
      const content = contentOfReview(form, measured, journey, units);
      // Without weather before and now, what another device may have stored stays.
      const change = observed === null && !journey.weather ? content : { ...content, weather: observed };
      await reviewJourney(currentDatabase(), journey.id, change, Date.now());
      onDone();
    } catch {
      setState('failed');
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'saving') void save();
      }}
    >
      {state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('review.failed')}
        </Alert>
      )}
      <FieldHint>{t('common:count.records', { count: records.length })}</FieldHint>
      <ToCheck records={records} isCounting={counted.length > 0} onLeave={onLeave} />
      <TextInput
        label={t('start.name_label')}
        maxLength={JOURNEY_LIMITS.name}
        autoComplete="off"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faults.includes('name') && t('review.fault.name')}
      />
      {track.length > 1 && <TrimField track={track} value={form.trim} onChange={trim} zone={journey.time_zone} />}
      <EffortFields form={form} faults={faults} onChange={change} />
      <WeatherField editing={weather} />
      <CompleteFields
        groups={form.groups}
        onAddGroup={(group) => change({ groups: [...form.groups, group] })}
        value={form.complete}
        onChange={(complete) => change({ complete })}
        missed={missed}
        addsAbsences={addsAbsences}
        onAbsences={setAddsAbsences}
      />
      <SharingField
        value={form.sharing}
        onChange={(next) => change({ sharing: next })}
        hasPrivate={records.some(({ geoprivacy }) => geoprivacy === 'private')}
      />
      <Textarea
        label={t('review.notes')}
        description={t('review.notes_hint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={JOURNEY_LIMITS.notes}
        value={form.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      <div className={classes.actions}>
        <DeleteJourney id={journey.id} />
        <Button type="submit" size="lg" loading={state === 'saving'}>
          {t('review.save')}
        </Button>
      </div>
    </form>
  );
}
