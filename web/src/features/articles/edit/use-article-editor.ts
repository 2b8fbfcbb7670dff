import { ARTICLE_LIMITS, ArticleSlug, type Language } from '@veld/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { newId } from '../../../local/db/ids';
import { type ArticleAutosave, autosaveArticle } from '../../../local/device/article-autosave';
import type { ArticleDraft } from '../../../local/device/articles';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { type FormErrors, useErrorText } from '../../../shared/session/form';
import { isConflict, NEW, type Newer, newerRevision, sendRevision, type StartingDraft } from './data';

/** `failed`: what was typed is not on the device either. */
type State = 'unchanged' | 'changed' | 'stored' | 'failed' | 'sending' | 'saved';

const NO_ERRORS: FormErrors = { fields: {}, form: null };

interface Parts {
  slug: string;
  language: Language;
  start: NonNullable<StartingDraft>;
  /** Called with the slug once the server has the text. */
  onSaved: (slug: string) => void;
}

/** The form of an article. What is typed is stored on the device until the server has it. */
export function useArticleEditor({ slug, language, start, onSaved }: Parts) {
  const { t } = useTranslation('articles');
  const own = useLanguage();
  const errorTextOf = useErrorText();
  const [draft, setDraft] = useState(start.draft);
  const [state, setState] = useState<State>(start.isStored ? 'stored' : 'unchanged');
  const [errors, setErrors] = useState(NO_ERRORS);
  const [newer, setNewer] = useState<Newer | null>(null);
  const autosave = useAutosave(slug, language, (isStored) =>
    setState((before) => (before === 'changed' || before === 'failed' ? (isStored ? 'stored' : 'failed') : before)),
  );

  const store = (next: ArticleDraft) => {
    setDraft(next);
    autosave.current?.change(next);
  };
  const change = (part: Partial<ArticleDraft>) => {
    store({ ...draft, ...part, sent_as: null });
    setErrors(NO_ERRORS);
    setState('changed');
  };
  const faults = (): FormErrors['fields'] => {
    const found: FormErrors['fields'] = {};
    for (const field of ['title', 'summary', 'text'] as const) {
      const max = ARTICLE_LIMITS[field];
      if (draft[field].trim() === '') found[field] = t('edit.missing');
      else if (draft[field].length > max) found[field] = t('edit.too_long', { max: number(max, own) });
    }
    if (slug === NEW && !ArticleSlug.safeParse(draft.slug).success) found.slug = t('edit.slug_invalid');
    return found;
  };

  /** `base` replaces the revision that the text is based on, to save it over a newer one. */
  const save = async (base = draft.base) => {
    if (state === 'sending') return;
    const fields = faults();
    setErrors({ fields, form: null });
    if (Object.keys(fields).length > 0) return;
    // A repeated request has the same id, unless the text has changed since.
    const id = draft.sent_as ?? newId();
    const sent = { ...draft, base, sent_as: id };
    store(sent);
    setState('sending');
    try {
      await autosave.current?.flush();
      const { id: stored } = await sendRevision(slug, language, id, sent);
      await autosave.current?.discard();
      setDraft({ ...sent, base: stored, sent_as: null });
      setNewer(null);
      setState('saved');
      onSaved(slug === NEW ? sent.slug : slug);
    } catch (error) {
      setState(autosave.current?.isStored() ? 'stored' : 'failed');
      const found = newerRevision(error);
      if (found) setNewer(found);
      else if (isConflict(error)) setErrors({ fields: { slug: t('edit.slug_taken') }, form: null });
      else setErrors(errorTextOf(error));
    }
  };
  const discard = async () => autosave.current?.discard();
  /** Whether nothing would be lost by leaving. */
  const isStored = useCallback(() => autosave.current?.isStored() ?? true, [autosave]);
  const flush = useCallback(async () => autosave.current?.flush() ?? true, [autosave]);

  return { draft, state, errors, newer, change, save, discard, isStored, flush };
}

export type ArticleEditor = ReturnType<typeof useArticleEditor>;

/** Writes what is pending when the form is left, and asks before the page closes while something is not on disk. */
function useAutosave(slug: string, language: Language, onWritten: (isStored: boolean) => void) {
  const database = currentDatabase();
  const autosave = useRef<ArticleAutosave | null>(null);
  const report = useEffectEvent(onWritten);
  useEffect(() => {
    let isMounted = true;
    const own = autosaveArticle(database, {
      slug,
      language,
      onStored: () => isMounted && report(true),
      onError: () => isMounted && report(false),
    });
    autosave.current = own;
    const ask = (event: BeforeUnloadEvent) => {
      if (!own.isStored()) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => {
      isMounted = false;
      globalThis.removeEventListener('beforeunload', ask);
      autosave.current = null;
      void own.stop();
    };
  }, [database, slug, language]);
  return autosave;
}
