import { Alert, Button, Checkbox, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import {
  type CompleteGroup,
  countOfTable,
  type CountValue,
  isAbsence,
  JOURNEY_LIMITS,
  type JourneySharing,
  type TaxonGroup,
  type TaxonSummary,
  type TrackPoint,
} from '@veld/contract';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { deleteJourney, reviewJourney } from '../../../local/records/journeys/journeys';
import { countEntry, entryTimes, type Tally } from '../../../local/records/tally';
import { useFrequencies } from '../../../shared/frequencies/data';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { countRecord, useRunningTally } from '../../recording/data';
import { TallyNumber } from '../../tally/TallyNumber';
import { clockAt, recordInstant } from '../page/journey-times';
import { AddGroup } from '../start/AddGroup';
import { useWeatherForm } from '../weather/weather-form';
import { WeatherField } from '../weather/WeatherField';
import { EffortFields } from './EffortFields';
import {
  contentOfReview,
  fillReviewForm,
  measureJourney,
  missedTaxa,
  recordsToReview,
  type ReviewFault,
  reviewFaults,
  type ReviewForm as Values,
  saveAbsences,
  type ToCheck,
} from './review-values';
import { SharingField } from './SharingField';
import { TrimField } from './TrimField';
import classes from './review.module.css';

/** More records come after a tap. */
const SHOWN = 40;
const NOTHING = () => {};

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
      <Records journey={journey} records={records} isCounting={counted.length > 0} onLeave={onLeave} />
      <TextInput
        label={t('start.name_label')}
        maxLength={JOURNEY_LIMITS.name}
        autoComplete="off"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faults.includes('name') && t('review.fault.name')}
      />
      {track.length > 1 && <TrimField track={track} value={form.trim} onChange={trim} zone={journey.time_zone} />}
      <EffortFields
        form={form}
        hasArea={journey.protocol === 'area' || journey.effort.area_ha !== null}
        faults={faults}
        onChange={change}
      />
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
      <DeleteJourney id={journey.id} />
      <div className={classes.save}>
        {faults.length > 0 && (
          <p className={classes.fault} role="alert">
            {t('review.fault.check')}
          </p>
        )}
        <Button type="submit" size="lg" fullWidth loading={state === 'saving'}>
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
      <Button className={classes.delete} variant="subtle" color="brick" onClick={() => setOpen(true)}>
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

interface RecordsProps {
  journey: LocalJourney;
  records: readonly LocalObservation[];
  /** Whether the running tally counted something on the journey. */
  isCounting: boolean;
  /** Puts the review off, for the screen of a record or of the tally. */
  onLeave: () => void;
}

/** The records with their counts, which are typed here, those worth a second look first; and a tally that is not saved. */
function Records({ journey, records, isCounting, onLeave }: RecordsProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const [isWhole, setWhole] = useState(false);
  const place = useMemo(() => placeOfFirst(records), [records]);
  const index = useFrequencies(place) ?? null;
  // A row stays where it is while its count is typed.
  const [order, setOrder] = useState<readonly string[]>([]);
  const found = useMemo(() => recordsToReview(records, index), [records, index]);
  const ids = found.map(({ record }) => record.id);
  if (ids.length !== order.length || ids.some((id) => !order.includes(id))) setOrder(ids);
  const byId = new Map(found.map((one) => [one.record.id, one]));
  const rows = order.flatMap((id) => byId.get(id) ?? []);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const named = useNamed(shown.map(({ record }) => record));
  if (rows.length === 0 && !isCounting) return null;
  return (
    <FieldGroup legend={t('common:count.records', { count: records.length })}>
      {found.some(({ reasons }) => reasons.length > 0) && <FieldHint>{t('check.hint')}</FieldHint>}
      <ul className={classes.checks}>
        {isCounting && (
          <li>
            <Link className={classes.check} to="/observe/tally" onClick={onLeave}>
              <Words name={t('check.tally')} note={t('check.tally_note')} />
            </Link>
          </li>
        )}
        {shown.map(({ record, reasons }, at) => (
          <RecordRow key={record.id} record={named[at] ?? record} reasons={reasons} zone={journey.time_zone} onLeave={onLeave} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('overview.show_all')}
        </Button>
      )}
    </FieldGroup>
  );
}

interface RecordRowProps {
  record: LocalObservation;
  reasons: readonly ToCheck[];
  zone: string;
  onLeave: () => void;
}

function RecordRow({ record, reasons, zone, onLeave }: RecordRowProps) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const name = formatRecordName(record, recordTexts);
  const at = recordInstant(record, zone);
  const { count, count_max, count_type } = record;
  const value = count == null ? null : { count, count_max: count_max ?? null, count_type: count_type ?? 'exact' };
  const save = async (typed: CountValue) => {
    await countRecord(currentDatabase(), record.id, typed).catch((error: unknown) =>
      notifier.show('negative', t('dialog.failed'), { cause: error }),
    );
    return true;
  };
  return (
    <li className={classes.recordRow}>
      <Link className={classes.check} to={`/observe?edit=${record.id}`} onClick={onLeave}>
        <Words
          name={name}
          note={[...(at === null ? [] : [clockAt(at, zone, language)]), ...reasons.map((one) => t(`check.${one}`))].join(' · ')}
          isOfConcern={reasons.length > 0}
        />
      </Link>
      {isAbsence(record) ? (
        <span className={classes.absent}>{t('species.not_found')}</span>
      ) : countOfTable(record.attributes) !== null ? (
        // The sum of the table in the form.
        <span className={classes.absent}>{number(count ?? 0, language)}</span>
      ) : (
        <TallyNumber name={name} value={value} earlier="" takesFocus={false} onFocused={NOTHING} onSet={save} />
      )}
    </li>
  );
}

function Words({ name, note, isOfConcern = false }: { name: string; note: string; isOfConcern?: boolean }) {
  return (
    <span>
      <span dir="auto" className={classes.checkName}>
        {name}
      </span>
      <span className={classes.checkNote} data-concern={isOfConcern || undefined}>
        {note}
      </span>
    </span>
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
