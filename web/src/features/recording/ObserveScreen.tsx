import { Button } from '@mantine/core';
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { newId } from '../../local/db/ids';
import { ErrorState } from '../../ui/ErrorState';
import { steadyFocus } from '../../ui/steady-focus';
import { currentDatabase, notifier, useUser } from '../accounts/data';
import { blankValues, type FormValues } from './form-values';
import { following } from './carry-over';
import { nextValues, observeStart } from './form-start';
import { DraftList } from './saved/DraftList';
import { ObserveForm } from './ObserveForm';
import { SavedPanel } from './saved/SavedPanel';
import type { FormStart, ObserveForm as OpenForm } from './use-observe-form';

type Shown =
  | { kind: 'form'; start: FormStart; isNext?: boolean }
  | { kind: 'saved'; id: string; values: FormValues; wasNew: boolean; at: number }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** `Offer` is shown above the fields. It belongs to a later feature, so the app passes it in. */
export function ObserveScreen({ Offer }: { Offer?: ComponentType<{ form: OpenForm }> }) {
  const { t } = useTranslation('recording');
  const user = useUser();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [shown, setShown] = useState<Shown | null>(null);
  const edit = query.get('edit');
  const draft = query.get('draft');
  const taxon = Number(query.get('taxon')) || null;
  // Every navigation starts a visit, even one to the address shown; our own `setQuery` does not.
  const { key: visit } = useLocation();
  const isOwnChange = useRef(false);
  // An effect event: a change of the user's settings must not restart an open form.
  const readStart = useEffectEvent(() => observeStart(currentDatabase(), user, { draft, edit, taxon }));

  useEffect(() => {
    if (isOwnChange.current) {
      isOwnChange.current = false;
      return;
    }
    let isCurrent = true;
    readStart().then(
      (start) => isCurrent && setShown(start ? { kind: 'form', start } : { kind: 'missing' }),
      (error: unknown) => {
        console.error('Observe', error);
        if (isCurrent) setShown({ kind: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [visit]);

  const start = shown?.kind === 'form' ? shown.start : null;
  const onKept = useCallback(() => {
    // A reload finds a new record's draft by the id in the address, and the draft of a change by its record.
    if (!start || start.recordId !== null || draft === start.draftId) return;
    isOwnChange.current = true;
    setQuery({ draft: start.draftId }, { replace: true });
  }, [start, draft, setQuery]);

  const go = (next: FormStart) => {
    setShown({ kind: 'form', start: next, isNext: true });
    isOwnChange.current = true;
    setQuery(next.isKept ? { draft: next.draftId } : {}, { replace: true });
    window.scrollTo({ top: 0 });
  };
  const goOn = async (saved: FormValues, savedAt: number, isSame: boolean) => {
    const blank = blankValues(user.preferences);
    const values = following(saved, await nextValues(currentDatabase(), blank), { isSame, ageMs: Date.now() - savedAt });
    go({ draftId: newId(), recordId: null, values, isKept: false, followsPlace: isSame });
  };

  if (shown === null) return null;
  if (shown.kind === 'failed' || shown.kind === 'missing') {
    return (
      <ErrorState
        sentence={t(shown.kind === 'missing' ? 'observe.missing' : 'observe.failed')}
        action={
          <Button component={Link} to="/">
            {t('observe.go_home')}
          </Button>
        }
      />
    );
  }
  if (shown.kind === 'saved') {
    const { id, values, at } = shown;
    const next = {
      onSame: () => void goOn(values, at, true),
      onAnother: () => void goOn(values, at, false),
      onUndone: go,
    };
    return <SavedPanel key={id} id={id} values={values} next={shown.wasNew ? next : null} />;
  }
  const { start: open, isNext } = shown;
  return (
    <div ref={steadyFocus}>
      {open.recordId === null && <DraftList besides={open.draftId} />}
      <ObserveForm
        key={open.draftId}
        start={open}
        isNext={isNext}
        onKept={onKept}
        Offer={Offer}
        onSaved={(id, values) => {
          if (values.batch) {
            notifier.show('positive', t('saved.title'), { link: { to: `/observations/${id}`, label: t('saved.show') } });
            return void navigate('/observe/photos', { replace: true });
          }
          setShown({ kind: 'saved', id, values, wasNew: open.recordId === null, at: Date.now() });
          window.scrollTo({ top: 0 });
        }}
        onDiscarded={() => void navigate(afterDiscarding(open), { replace: true })}
      />
    </div>
  );
}

function afterDiscarding({ recordId, values }: FormStart): string {
  if (recordId) return `/observations/${recordId}`;
  return values.batch ? '/observe/photos' : '/';
}
