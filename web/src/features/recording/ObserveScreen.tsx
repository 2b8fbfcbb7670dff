import { ActionIcon, Button } from '@mantine/core';
import { IconNotes, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ago } from '../../i18n/format';
import { newId } from '../../local/db/ids';
import type { LocalDraft } from '../../local/db/rows';
import { discardDraft, listDrafts } from '../../local/records/drafts';
import { UNDO_MS } from '../../local/records/undo-save';
import { placeInQuery } from '../../shared/geo/map/place-query';
import { fetchAgain, useOwnObservation } from '../../shared/records/own';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { useNamedTaxon } from '../../shared/taxa/names';
import { ErrorState } from '../../ui/ErrorState';
import { addNotice } from '../../ui/notices/added-notices';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { steadyFocus } from '../../ui/steady-focus';
import { nextAfter } from './pinned';
import { isEmptyDraft } from './use-draft-autosave';
import { nextValues, observeStart } from './form-start';
import { blankValues, type FormPatch, type FormValues, readFormRecord } from './form-values';
import { ObserveForm } from './ObserveForm';
import classes from './ObserveScreen.module.css';
import { isOnBoard } from './on-board';
import type { Measuring } from './place/use-place';
import { SavedLine } from './saved/SavedLine';
import { undoEdit } from './saved/UndoSave';
import type { FormStart, ObserveForm as OpenForm } from './use-observe-form';

/** The record that was saved before the open form, on the same screen. */
interface Saved {
  id: string;
  values: FormValues;
  measuring: Measuring;
  at: number;
}

type View = { kind: 'form'; start: FormStart; saved?: Saved | undefined } | { kind: 'missing'; id: string } | { kind: 'failed' };

interface Props {
  /** Shown above the fields, and below them. They belong to later features, so the app passes them in. */
  Offer?: ComponentType<{ form: OpenForm }>;
  Needs?: ComponentType<{ form: OpenForm }>;
}

export function ObserveScreen({ Offer, Needs }: Props) {
  const { t } = useTranslation('recording');
  const navigate = useNavigate();
  const { view, openForm, onDraftStored, readAgain } = useView();
  const startNext = useStartNext(openForm);
  const showEdited = useShowEdited();

  if (view === null) return null;
  if (view.kind === 'missing') return <MissingRecord id={view.id} onFound={readAgain} />;
  if (view.kind === 'failed') return <NoForm sentence={t('observe.failed')} />;
  const { start, saved } = view;
  return (
    <div ref={steadyFocus}>
      <ObserveForm
        key={start.draftId}
        start={start}
        onDraftStored={onDraftStored}
        Offer={Offer}
        Needs={Needs}
        drafts={start.recordId === null ? <DraftList exceptId={start.draftId} /> : null}
        confirmedId={saved?.values.taxon?.id}
        confirmation={
          saved && (
            <SavedLine
              key={saved.id}
              id={saved.id}
              values={saved.values}
              onSame={() => void startNext(saved, true)}
              onUndone={(undone) => openForm({ ...undone, isMeasuring: saved.measuring === 'running' })}
            />
          )
        }
        onSaved={(id, values, measuring) => {
          if (values.batch) {
            notifier.show('positive', t('saved.title'), { link: { to: `/observations/${id}`, label: t('saved.show') } });
            return void navigate('/observe/photos', { replace: true });
          }
          if (start.recordId !== null) return showEdited(id, start, values);
          void startNext({ id, values, measuring, at: Date.now() }, false);
        }}
        onDiscarded={() => void navigate(afterDiscarding(start), { replace: true })}
      />
    </div>
  );
}

function NoForm({ sentence }: { sentence: string }) {
  const { t } = useTranslation('recording');
  return (
    <ErrorState
      sentence={sentence}
      action={
        <Button component={Link} to="/">
          {t('observe.go_home')}
        </Button>
      }
    />
  );
}

/** A record of the person that is to be edited and may still come from the server, on whose page they chose to. */
function MissingRecord({ id, onFound }: { id: string; onFound: () => void }) {
  const { t } = useTranslation(['recording', 'common']);
  const isHere = useOwnObservation(id) != null;
  const [askedFor, setAskedFor] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void fetchAgain().then(() => isCurrent && setAskedFor(id));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  useEffect(() => {
    if (isHere) onFound();
  }, [isHere, onFound]);
  if (!isHere && askedFor === id) return <NoForm sentence={t('observe.missing')} />;
  return <TaxonRowSkeletons label={t('common:sync.downloading')} />;
}

/** Opens the form for the record after one that was saved: at the same place, with `isSame` of the same species. */
function useStartNext(openForm: (next: FormStart, saved: Saved) => void) {
  const { preferences } = useUser();
  const database = currentDatabase();
  return async (saved: Saved, isSame: boolean) => {
    const { values: before, at } = saved;
    const blank = await nextValues(database, blankValues(preferences));
    const values = nextAfter(before, blank, { isSame, ageMs: Date.now() - at });
    openForm({ draftId: newId(), recordId: null, values, isStored: false, followsPlace: true }, saved);
  };
}

/** Shows a record that was edited, with an offer to undo that. */
function useShowEdited() {
  const { t } = useTranslation(['recording', 'common', 'observations']);
  const { id: userId, name, is_pro } = useUser();
  const navigate = useNavigate();
  return (id: string, { editBase }: FormStart, values: FormValues) => {
    void navigate(`/observations/${id}`, { replace: true });
    if (!editBase) return;
    const undo = () => {
      remove();
      const edit = { before: editBase.draft, after: readFormRecord(values) };
      undoEdit(currentDatabase(), id, edit, { id: userId, name, is_pro }).catch((error: unknown) =>
        notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
      );
    };
    const remove = addNotice({
      id: `edited-${id}`,
      type: 'positive',
      text: t('saved.edited'),
      action: { label: t('common:action.undo'), onClick: undo },
      onDismiss: () => remove(),
    });
    setTimeout(remove, UNDO_MS);
  };
}

/** What the screen shows: read again at every navigation, and replaced when a form is saved or opened. */
function useView() {
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<View | null>(null);
  const [readings, setReadings] = useState(0);
  const readAgain = useCallback(() => setReadings((before) => before + 1), []);
  const edit = query.get('edit');
  const draft = query.get('draft');
  const taxon = Number(query.get('taxon')) || null;
  // Every navigation starts a visit, even one to the current address; our own `setQuery` does not.
  const { key: visit } = useLocation();
  const isOwnChange = useRef(false);
  // An effect event: a change of the user's settings must not restart an open form.
  const readView = useEffectEvent(async (): Promise<View> => {
    const start = await observeStart(currentDatabase(), user, { draft, edit, taxon, place: placeInQuery(query) });
    return start ? { kind: 'form', start } : { kind: 'missing', id: edit! };
  });

  useEffect(() => {
    if (isOwnChange.current) {
      isOwnChange.current = false;
      return;
    }
    let isCurrent = true;
    readView().then(
      (read) => isCurrent && setView(read),
      (error: unknown) => {
        console.error('Observe', error);
        if (isCurrent) setView({ kind: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [visit, readings]);

  const start = view?.kind === 'form' ? view.start : null;
  const onDraftStored = useCallback(() => {
    // After a reload, the draft of a new record is found by the id in the address, the draft of an edit by its record.
    if (!start || start.recordId !== null || draft === start.draftId) return;
    isOwnChange.current = true;
    setQuery({ draft: start.draftId }, { replace: true });
  }, [start, draft, setQuery]);

  const openForm = (next: FormStart, saved?: Saved) => {
    setView({ kind: 'form', start: next, saved });
    isOwnChange.current = true;
    setQuery(next.isStored ? { draft: next.draftId } : {}, { replace: true });
    window.scrollTo({ top: 0 });
  };

  return { view, openForm, onDraftStored, readAgain };
}

function afterDiscarding({ recordId, values }: FormStart): string {
  if (recordId) return `/observations/${recordId}`;
  return values.batch ? '/observe/photos' : '/';
}

/** The user's other drafts by name; a tap opens one. */
function DraftList({ exceptId }: { exceptId: string }) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database])?.filter(
    (draft) => draft.id !== exceptId && !isOnBoard(draft) && !isEmptyDraft(draft),
  );
  if (!drafts || drafts.length === 0) return null;
  return (
    <section className={classes.drafts} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        <IconNotes size={18} aria-hidden /> {t('recording:draft.list', { count: drafts.length })}
      </h2>
      <ul className={classes.rows}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDiscard={() => void discardDraft(database, draft.id)} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, onDiscard }: { draft: LocalDraft; onDiscard: () => void }) {
  const t = useRecordTranslation('recording');
  const language = useLanguage();
  const [isConfirming, setConfirming] = useState(false);
  const { taxon: stored, verbatim_name, taxon_text } = draft.values as FormPatch;
  const taxon = useNamedTaxon(stored ?? null);
  const name = taxon?.name ?? (verbatim_name || taxon_text?.trim() || t('common:taxon.unnamed'));
  const photos = draft.photo_ids.length;
  const to = draft.observation_id ? `/observe?edit=${draft.observation_id}` : `/observe?draft=${draft.id}`;
  return (
    <li className={classes.row}>
      <Link className={classes.link} to={to}>
        <strong dir="auto">{name}</strong>
        <span>
          {draft.observation_id ? `${t('recording:draft.of_record')} · ` : ''}
          {photos > 0 ? `${t('observations:record.photos', { count: photos })} · ` : ''}
          {ago(draft.updated_at, language)}
        </span>
      </Link>
      {isConfirming ? (
        <button type="button" className={classes.confirm} onClick={onDiscard} onBlur={() => setConfirming(false)} autoFocus>
          {t('recording:draft.discard_confirm')}
        </button>
      ) : (
        <ActionIcon aria-label={t('recording:draft.discard', { name })} onClick={() => setConfirming(true)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
