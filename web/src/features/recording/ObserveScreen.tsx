import { ActionIcon, Button } from '@mantine/core';
import { IconNotes, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ago } from '../../i18n/format';
import { newId } from '../../local/db/ids';
import type { LocalDraft } from '../../local/db/rows';
import { discardDraft, listDrafts } from '../../local/records/drafts';
import { placeInQuery } from '../../shared/geo/map/place-query';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { useNamedTaxon } from '../../shared/taxa/names';
import { ErrorState } from '../../ui/ErrorState';
import { steadyFocus } from '../../ui/steady-focus';
import { nextAfter } from './carry-over';
import { nextValues, observeStart } from './form-start';
import { blankValues, type FormPatch, type FormValues } from './form-values';
import { ObserveForm } from './ObserveForm';
import { isOnBoard } from './on-board';
import type { Measuring } from './place/use-place';
import { SavedPanel } from './saved/SavedPanel';
import type { FormStart, ObserveForm as OpenForm } from './use-observe-form';
import classes from './ObserveScreen.module.css';

type View =
  | { kind: 'form'; start: FormStart; isNext?: boolean }
  | { kind: 'saved'; id: string; values: FormValues; wasNew: boolean; measuring: Measuring; at: number }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** `Offer` is shown above the fields. It belongs to a later feature, so the app passes it in. */
export function ObserveScreen({ Offer }: { Offer?: ComponentType<{ form: OpenForm }> }) {
  const { t } = useTranslation('recording');
  const { preferences } = useUser();
  const navigate = useNavigate();
  const { view, setView, openForm, onDraftStored } = useView();

  const startNext = async (saved: FormValues, savedAt: number, isSame: boolean) => {
    const blank = await nextValues(currentDatabase(), blankValues(preferences));
    const values = nextAfter(saved, blank, { isSame, ageMs: Date.now() - savedAt });
    openForm({ draftId: newId(), recordId: null, values, isStored: false, followsPlace: isSame });
  };

  if (view === null) return null;
  if (view.kind === 'failed' || view.kind === 'missing') {
    return (
      <ErrorState
        sentence={t(view.kind === 'missing' ? 'observe.missing' : 'observe.failed')}
        action={
          <Button component={Link} to="/">
            {t('observe.go_home')}
          </Button>
        }
      />
    );
  }
  if (view.kind === 'saved') {
    const { id, values, measuring, at } = view;
    const next = {
      onSame: () => void startNext(values, at, true),
      onAnother: () => void startNext(values, at, false),
      onUndone: (undone: FormStart) => openForm({ ...undone, isMeasuring: measuring === 'running' }),
    };
    return <SavedPanel key={id} id={id} values={values} next={view.wasNew ? next : null} />;
  }
  const { start, isNext } = view;
  return (
    <div ref={steadyFocus}>
      {start.recordId === null && <DraftList exceptId={start.draftId} />}
      <ObserveForm
        key={start.draftId}
        start={start}
        isNext={isNext}
        onDraftStored={onDraftStored}
        Offer={Offer}
        onSaved={(id, values, measuring) => {
          if (values.batch) {
            notifier.show('positive', t('saved.title'), { link: { to: `/observations/${id}`, label: t('saved.show') } });
            return void navigate('/observe/photos', { replace: true });
          }
          setView({ kind: 'saved', id, values, wasNew: start.recordId === null, measuring, at: Date.now() });
          window.scrollTo({ top: 0 });
        }}
        onDiscarded={() => void navigate(afterDiscarding(start), { replace: true })}
      />
    </div>
  );
}

/** What the screen shows: read again at every navigation, and replaced when a form is saved or opened. */
function useView() {
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<View | null>(null);
  const edit = query.get('edit');
  const draft = query.get('draft');
  const taxon = Number(query.get('taxon')) || null;
  // Every navigation starts a visit, even one to the current address; our own `setQuery` does not.
  const { key: visit } = useLocation();
  const isOwnChange = useRef(false);
  // An effect event: a change of the user's settings must not restart an open form.
  const readStart = useEffectEvent(() => observeStart(currentDatabase(), user, { draft, edit, taxon, place: placeInQuery(query) }));

  useEffect(() => {
    if (isOwnChange.current) {
      isOwnChange.current = false;
      return;
    }
    let isCurrent = true;
    readStart().then(
      (start) => isCurrent && setView(start ? { kind: 'form', start } : { kind: 'missing' }),
      (error: unknown) => {
        console.error('Observe', error);
        if (isCurrent) setView({ kind: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [visit]);

  const start = view?.kind === 'form' ? view.start : null;
  const onDraftStored = useCallback(() => {
    // After a reload, the draft of a new record is found by the id in the address, the draft of an edit by its record.
    if (!start || start.recordId !== null || draft === start.draftId) return;
    isOwnChange.current = true;
    setQuery({ draft: start.draftId }, { replace: true });
  }, [start, draft, setQuery]);

  const openForm = (next: FormStart) => {
    setView({ kind: 'form', start: next, isNext: true });
    isOwnChange.current = true;
    setQuery(next.isStored ? { draft: next.draftId } : {}, { replace: true });
    window.scrollTo({ top: 0 });
  };

  return { view, setView, openForm, onDraftStored };
}

function afterDiscarding({ recordId, values }: FormStart): string {
  if (recordId) return `/observations/${recordId}`;
  return values.batch ? '/observe/photos' : '/';
}

/** The user's other drafts. */
function DraftList({ exceptId }: { exceptId: string }) {
  const { t } = useTranslation(['recording', 'observations']);
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database])?.filter((draft) => draft.id !== exceptId && !isOnBoard(draft));
  if (!drafts || drafts.length === 0) return null;
  return (
    <details className={classes.drafts}>
      <summary className={classes.draftsHead}>
        <IconNotes size={22} aria-hidden />
        <span>{t('draft.list', { count: drafts.length })}</span>
      </summary>
      <ul className={classes.draftRows}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDiscard={() => void discardDraft(database, draft.id)} />
        ))}
      </ul>
    </details>
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
    <li className={classes.draftRow}>
      <Link className={classes.draftLink} to={to}>
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
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
