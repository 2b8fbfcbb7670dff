import { Button, Modal } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconCheck, IconCloudOff } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { location } from '../../device/location';
import { Hint } from '../../shared/hints/Hint';
import { useUser } from '../../shared/session/session';
import { DialogActions } from '../../ui/DialogBody';
import { TopTitle } from '../../ui/frame/TopTitle';
import { keyboardRoom } from '../../ui/keyboard-room';
import { PageHeader } from '../../ui/PageHeader';
import { stickyBarRoom } from '../../ui/publish-height';
import { steadyFocus, useFocusBack } from '../../ui/steady-focus';
import { NeighbourLinks } from '../observations/page/NeighbourLinks';
import { acknowledged, type Check, inYear } from './checks/checks';
import { DuplicateHint } from './checks/FieldChecks';
import { useChecks, useSameTaxon } from './checks/use-check-facts';
import { DetailFields } from './details/DetailFields';
import { RecordFields } from './fields/controls';
import { type FormPatch, type FormValues, typedName } from './form-values';
import { OtherWays } from './OtherWays';
import { EvidenceField } from './photos/EvidenceField';
import { pickPoint } from './photos/photo-values';
import { PhotoFilesButton } from './photos/PhotoButton';
import { PhotoOffer } from './photos/PhotoOffer';
import { PinnedLine } from './Pins';
import { type Measuring, type Place, usePlace } from './place/use-place';
import { HourHere } from './saved/HourHere';
import { UnsavedDraft } from './saved/UnsavedDraft';
import { isTaxonChosen } from './taxon/TaxonField';
import { TypedNameDialog } from './taxon/TypedNameDialog';
import { type FormStart, type ObserveForm as OpenForm, useObserveForm } from './use-observe-form';
import type { SaveProblem } from './use-save-record';
import { invalidKey } from './validation-labels';
import classes from './ObserveForm.module.css';

interface Props {
  start: FormStart;
  onDraftStored: () => void;
  onSaved: (id: string, values: FormValues, measuring: Measuring) => void;
  onDiscarded: () => void;
  /** Shown above the fields; belongs to a later feature, so the app passes it in. */
  Offer?: ComponentType<{ form: OpenForm }> | undefined;
  /** What the record lacks for the projects of the person, as `Offer` of a later feature. */
  Needs?: ComponentType<{ form: OpenForm }> | undefined;
  /** Of the record that was saved before. */
  confirmation?: ReactNode;
  /** The species of that record. */
  confirmedId?: number | undefined;
  /** The other drafts of the person. */
  drafts?: ReactNode;
}

const HAND_OVER_MS = 1000;

export function ObserveForm({ start, onDraftStored, onSaved, onDiscarded, Offer, Needs, confirmation, confirmedId, drafts }: Props) {
  const { t } = useTranslation('recording');
  // The id of the draft in the address would end the navigation that waits for the draft.
  const leaving = useRef(false);
  const setLeaving = (isLeaving: boolean) => void (leaving.current = isLeaving);
  const followDraft = useCallback(() => {
    if (!leaving.current) onDraftStored();
  }, [onDraftStored]);
  const form = useObserveForm(start, followDraft);
  const place = useFormPlace(start, form);
  const sameTaxon = useSameTaxon(form);
  const checks = useChecks(form, sameTaxon);
  const saving = useSaving({ form, place, checks, onSaved });
  const isNew = start.recordId === null;
  const isChosen = isTaxonChosen(form);
  const photoPlace = form.photosInForm.find(({ facts }) => pickPoint(facts) !== null)?.facts ?? null;
  const fields = { form, errorsOf: useFieldErrors(form.problem), facts: { place, photoPlace, checks, savedId: confirmedId } };

  return (
    <form
      ref={useMergedRef(steadyFocus, keyboardRoom)}
      className={classes.form}
      noValidate
      // Before the fields, some of which have a use for Enter.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        if (form.reading === 0) void saving.save();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save();
      }}
    >
      <FormTitle start={start} />
      <UnsavedDraft form={form} onLeaving={setLeaving} />
      <SaveQuestions {...saving} />
      <div className={classes.first} data-chosen={isChosen || undefined}>
        {confirmation && <div className={classes.confirmation}>{confirmation}</div>}
        {isNew && !isChosen && (
          <HourHere values={form.values} exceptId={confirmedId} onChoose={(taxon) => form.change({ taxon, verbatim_name: '' })} />
        )}
        <RecordFields {...fields} sections={['taxon']} />
        {/* For keyboard users: date and place are often right already, and tabbing through their fields takes long. */}
        <Button className={classes.saveNow} type="submit" disabled={form.reading > 0 || form.isSaving}>
          {t('observe.save_now')}
        </Button>
        <EvidenceField form={form} />
      </div>
      <div className={classes.rest}>
        <PinnedLine form={form} />
        {Offer && <Offer form={form} />}
        <PhotoOffer form={form} place={place} />
        <RecordFields {...fields} sections={['count', 'where', 'when']} />
        {isNew && <Hint wizard="gps" below={3} />}
        <DetailFields {...fields} />
        {Needs && (isChosen || form.values.media.length > 0) && <Needs form={form} />}
        <DuplicateHint form={form} sameTaxon={sameTaxon} />
        {isNew && isChosen && <HourHere values={form.values} />}
        {drafts}
        {isNew && !isChosen && (
          <div className={classes.ways}>
            <OtherWays isOfBoard={start.values.batch !== undefined} />
          </div>
        )}
        <div className={classes.draftLine}>
          <DraftMark state={form.draftState} />
          {(!isNew || start.isStored) && (
            <DiscardButton
              label={t(isNew ? 'observe.discard_draft' : 'observe.discard_changes')}
              discard={() => form.discard().then(onDiscarded)}
            />
          )}
        </div>
      </div>
      <SaveBar form={form} />
    </form>
  );
}

/** On a phone in the line at the top, whose height the species and its suggestions need. */
function FormTitle({ start: { recordId, values } }: { start: FormStart }) {
  const { t } = useTranslation(['recording', 'common']);
  const isOfBoard = values.batch !== undefined;
  const title = t(recordId === null ? 'observe.title' : 'observe.title_edit');
  const back = isOfBoard ? { to: '/observe/photos', label: t('photo_board.to_board') } : undefined;
  const close = back ?? (recordId === null ? { to: '/' } : { to: `/observations/${recordId}` });
  const neighbours = recordId === null ? null : <NeighbourLinks id={recordId} />;
  return (
    <>
      <TopTitle
        title={title}
        close={{ to: close.to, label: back?.label ?? `${t('common:action.close')}, ${t('common:screens.dashboard')}` }}
        otherwise={<PageHeader title={title} actions={neighbours ?? <OtherWays isOfBoard={isOfBoard} />} back={back} />}
      />
      <div className={classes.neighbours}>{neighbours}</div>
    </>
  );
}

/** The place of the form. It is measured for a new record, unless its place is known or the user does not want that. */
function useFormPlace(start: FormStart, form: OpenForm): Place {
  const { preferences } = useUser();
  const { latitude, location_source } = start.values;
  const isNew = start.recordId === null;
  const mayMeasure = latitude === null || (start.followsPlace === true && location_source === 'gps');
  const measures = start.isMeasuring === true ? latitude === null : !start.isStored && preferences.recording.ask_place;
  return usePlace(form, isNew && mayMeasure && measures, isNew && measures);
}

/** The messages of the fields that could not be saved, without repetition. */
function useFieldErrors(problem: SaveProblem | null) {
  const { t } = useTranslation('recording');
  const errors = problem?.kind === 'fields' ? problem.errors : {};
  return (...fields: string[]) => [
    ...new Set(fields.flatMap((field) => errors[field] ?? []).map((code) => t(`invalid.${invalidKey(code)}`))),
  ];
}

interface Saving extends Pick<Props, 'onSaved'> {
  form: OpenForm;
  place: Place;
  checks: readonly Check[];
}

/** Saves the form, after a question about a doubtful year or about a name that was typed and not chosen. */
function useSaving({ form, place, checks, onSaved }: Saving) {
  const [askedName, setAskedName] = useState<string | null>(null);
  const [askedYear, setAskedYear] = useState<{ year: number; meant: number } | null>(null);

  const save = async (isYearKnown = false) => {
    const year = isYearKnown ? null : doubtfulYear(checks);
    const name = typedName(form.values);
    if (year) setAskedYear(year);
    else if (name === '') await saveNow();
    else setAskedName(name);
  };
  const saveInYear = (from: number, to: number) => {
    setAskedYear(null);
    form.change((values) =>
      from === to
        ? { attributes: acknowledged(values, 'long_ago') }
        : { ...inYear(values, from, to), when_source: 'typed', when_by: 'person' },
    );
    void save(true);
  };
  const saveNamed = (patch: FormPatch) => {
    setAskedName(null);
    form.change(patch);
    void saveNow();
  };
  const saveNow = async () => {
    form.beginUntouched();
    const atSaving = place.atSaving();
    const measuring = atSaving === 'awaited' ? 'running' : place.measuring();
    // The location stays on until `followLatePlaces` has taken over.
    const release = atSaving === 'awaited' ? location.acquire() : () => {};
    const values = form.currentValues();
    const id = await form.save(atSaving).finally(() => setTimeout(release, HAND_OVER_MS));
    if (id) onSaved(id, values, measuring);
  };
  const cancel = () => {
    setAskedName(null);
    setAskedYear(null);
  };
  return { save, askedName, saveNamed, askedYear, saveInYear, cancel };
}

function SaveQuestions({ askedName, saveNamed, askedYear, saveInYear, cancel }: ReturnType<typeof useSaving>) {
  return (
    <>
      {askedName !== null && (
        <TypedNameDialog
          name={askedName}
          onKeep={() => saveNamed({ taxon: null, verbatim_name: askedName })}
          onTaxon={(taxon) => saveNamed({ taxon, verbatim_name: '' })}
          onClose={cancel}
        />
      )}
      {askedYear && <YearDialog {...askedYear} onYear={(year) => saveInYear(askedYear.year, year)} onClose={cancel} />}
    </>
  );
}

/** Photos and the save button in reach of the thumb, and why saving failed, which takes the focus. */
function SaveBar({ form }: { form: OpenForm }) {
  const { t } = useTranslation('recording');
  const problemBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.problem) problemBox.current?.focus();
  }, [form.problem]);
  return (
    <div ref={stickyBarRoom} className={classes.saveBar} data-save-bar data-unnamed={!isTaxonChosen(form) || undefined}>
      <div ref={problemBox} tabIndex={-1} className={classes.problem}>
        {form.problem && <ProblemText problem={form.problem} />}
      </div>
      <div className={classes.saveLine}>
        <PhotoFilesButton form={form} isOnly={isTaxonChosen(form)} />
        <Button
          className={classes.save}
          type="submit"
          size="lg"
          loading={form.isSaving}
          disabled={form.reading > 0}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t('observe.save')}
        </Button>
      </div>
    </div>
  );
}

/** Needs a second tap: a draft has no other copy, and the save button is close by. */
function DiscardButton({ label, discard }: { label: string; discard: () => Promise<void> }) {
  const { t } = useTranslation('recording');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Button
      variant={isConfirming ? 'filled' : 'subtle'}
      color="brick"
      onClick={() => (isConfirming ? void discard() : setConfirming(true))}
      onBlur={() => setConfirming(false)}
    >
      {isConfirming ? t('draft.discard_confirm') : label}
    </Button>
  );
}

function DraftMark({ state }: { state: ReturnType<typeof useObserveForm>['draftState'] }) {
  const { t } = useTranslation('recording');
  const isBad = state === 'full' || state === 'failed';
  return (
    <span className={classes.draftMark} data-bad={isBad || undefined} role="status">
      {state === 'saved' && <IconCheck size={18} aria-hidden />}
      {isBad && <IconCloudOff size={18} aria-hidden />}
      {state === 'untouched' ? '' : t(`draft.${state}`)}
    </span>
  );
}

function ProblemText({ problem }: { problem: SaveProblem }) {
  const { t } = useTranslation('recording');
  // Nothing is filled in yet: say how to start instead of pointing at fields.
  const isBare =
    problem.kind === 'fields' &&
    Object.values(problem.errors)
      .flat()
      .every((code) => code === 'taxon_or_photo');
  return (
    <p role="alert">
      {t(isBare ? 'invalid.taxon_or_photo' : `problem.${problem.kind}`)}{' '}
      {/* In a new tab: if not even the draft fits, this form holds the only copy. */}
      {problem.kind === 'full' && (
        <Link to="/storage" target="_blank">
          {t('problem.free_space')}
        </Link>
      )}
    </p>
  );
}

/** A year of one or two digits that the person has not confirmed. */
function doubtfulYear(checks: readonly Check[]): { year: number; meant: number } | null {
  const check = checks.find((one) => one.name === 'long_ago');
  return check?.name === 'long_ago' && check.meant !== null && !check.isAcknowledged ? { year: check.year, meant: check.meant } : null;
}

interface YearDialogProps {
  /** As typed: of one or two digits. */
  year: number;
  /** What it was probably short for. */
  meant: number;
  onYear: (year: number) => void;
  onClose: () => void;
}

/** The one question before a record of the first century is saved. */
function YearDialog({ year, meant, onYear, onClose }: YearDialogProps) {
  useFocusBack();
  const { t } = useTranslation(['recording', 'common']);
  const title = t('check.year_meant', { year: String(year).padStart(4, '0'), meant: String(meant) });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogActions>
        <Button variant="default" onClick={() => onYear(year)}>
          {t('check.confirm')}
        </Button>
        <Button data-autofocus onClick={() => onYear(meant)}>
          {t('check.use_year', { year: String(meant) })}
        </Button>
      </DialogActions>
    </Modal>
  );
}
