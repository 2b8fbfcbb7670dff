import { Alert, Button, Checkbox, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import {
  type CompleteGroup,
  JOURNEY_LIMITS,
  type JourneySharing,
  type TaxonGroup,
  type TaxonSummary,
  type TrackPoint,
} from '@veld/contract';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { deleteJourney, reviewJourney } from '../../../local/records/journeys/journeys';
import { countEntry, entryTimes, type Tally } from '../../../local/records/tally';
import { useFrequencies } from '../../../shared/frequencies/data';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { useRunningTally } from '../../recording/data';
import { AddGroup } from '../start/AddGroup';
import { useWeatherForm } from '../weather/use-weather-form';
import { WeatherField } from '../weather/WeatherField';
import { EffortFields } from './EffortFields';
import {
  contentOfReview,
  fillReviewForm,
  measureJourney,
  missedTaxa,
  type ReviewFault,
  reviewFaults,
  type ReviewForm as Values,
} from './review-values';
import { saveAbsences } from './save-absences';
import { SharingField } from './SharingField';
import { recordsToCheck } from './to-check';
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

interface CompleteFieldsProps {
  groups: readonly TaxonGroup[];
  onAddGroup: (group: TaxonGroup) => void;
  value: readonly CompleteGroup[];
  onChange: (complete: readonly CompleteGroup[]) => void;
  /** Target species of complete groups without a record. */
  missed: readonly TaxonSummary[];
  addsAbsences: boolean;
  onAbsences: (adds: boolean) => void;
}

/** Whether everything of each group was recorded, and what follows for the species that were not found. */
function CompleteFields({ groups, onAddGroup, value, onChange, missed, addsAbsences, onAbsences }: CompleteFieldsProps) {
  const { t } = useTranslation(['journeys', 'common']);
  return (
    <FieldGroup legend={t('review.complete')}>
      <FieldHint>{t('review.complete_hint')}</FieldHint>
      {groups.map((group) => (
        <GroupField
          key={group}
          name={t(`common:group.${group}`)}
          answer={value.find((one) => one.group === group)?.is_complete}
          onChange={(is_complete) => onChange([...value.filter((one) => one.group !== group), { group, is_complete }])}
        />
      ))}
      <AddGroup chosen={groups} onAdd={onAddGroup} />
      {missed.length > 0 && (
        <Checkbox
          label={t('review.absences', { count: missed.length })}
          description={missed.map(({ name }) => name).join(', ')}
          checked={addsAbsences}
          onChange={(event) => onAbsences(event.currentTarget.checked)}
        />
      )}
    </FieldGroup>
  );
}

function GroupField({ name, answer, onChange }: { name: string; answer: boolean | undefined; onChange: (isComplete: boolean) => void }) {
  const { t } = useTranslation('journeys');
  const labelId = useId();
  return (
    <div className={classes.answer}>
      <span id={labelId}>{name}</span>
      <SegmentedControl
        aria-labelledby={labelId}
        value={answer === undefined ? '' : answer ? 'yes' : 'no'}
        onChange={(next) => onChange(next === 'yes')}
        data={[
          { value: 'yes', label: t('review.yes') },
          { value: 'no', label: t('review.no') },
        ]}
      />
    </div>
  );
}

/** Deletes a journey with its track after a question. Its records stay. */
function DeleteJourney({ id }: { id: string }) {
  const { t } = useTranslation(['journeys', 'common']);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" color="brick" size="lg" onClick={() => setOpen(true)}>
        {t('review.delete')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('review.delete_title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <DialogText>{t('review.delete_text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void deleteJourney(currentDatabase(), id, Date.now()).then(close)}>
            {t('review.delete')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}

interface ToCheckProps {
  records: readonly LocalObservation[];
  /** Whether the running tally counted something on the journey. */
  isCounting: boolean;
  /** Puts the review off, for the screen of a record or of the tally. */
  onLeave: () => void;
}

/** Records that lack something or are unusual, and a tally that is not saved, before the journey is. */
function ToCheck({ records, isCounting, onLeave }: ToCheckProps) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const place = useMemo(() => placeOfFirst(records), [records]);
  const index = useFrequencies(place) ?? null;
  const found = useMemo(() => recordsToCheck(records, index), [records, index]);
  const named = useNamed(found.map(({ record }) => record));
  if (found.length === 0 && !isCounting) return null;
  return (
    <FieldGroup legend={t('check.title')}>
      <FieldHint>{t('check.hint')}</FieldHint>
      <ul className={classes.checks}>
        {isCounting && (
          <li>
            <Link className={classes.check} to="/observe/tally" onClick={onLeave}>
              <Words name={t('check.tally')} note={t('check.tally_note')} />
            </Link>
          </li>
        )}
        {found.map(({ record, reasons }, at) => (
          <li key={record.id}>
            <Link className={classes.check} to={`/observe?edit=${record.id}`} onClick={onLeave}>
              <Words name={formatRecordName(named[at] ?? record, recordTexts)} note={reasons.map((one) => t(`check.${one}`)).join(' · ')} />
            </Link>
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

function Words({ name, note }: { name: string; note: string }) {
  return (
    <>
      <span>
        <span className={classes.checkName}>{name}</span>
        <span className={classes.checkNote}>{note}</span>
      </span>
      <IconChevronRight size={20} aria-hidden />
    </>
  );
}

function placeOfFirst(records: readonly LocalObservation[]) {
  const { latitude, longitude } = records.find((record) => record.latitude != null) ?? {};
  return latitude == null || longitude == null ? null : { latitude, longitude };
}

/** What the running tally counted on a journey, which becomes records only when the tally is saved. */
function useCounted(journey: Pick<LocalJourney, 'started_at' | 'ended_at'>) {
  return countedOn(useRunningTally() ?? null, journey);
}

export function countedOn(tally: Tally | null, { started_at, ended_at }: Pick<LocalJourney, 'started_at' | 'ended_at'>) {
  const [from, to] = [Date.parse(started_at), ended_at === null ? Infinity : Date.parse(ended_at)];
  return (tally?.entries ?? [])
    .filter((entry) => countEntry(entry) !== null && entryTimes(entry).some((at) => at >= from && at <= to))
    .map(({ taxon }) => ({ taxon_id: taxon.id, taxon }));
}
