import { Alert, Button, NativeSelect } from '@mantine/core';
import type { ArticleText, Language } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import { useFormErrorText } from '../../../shared/session/form';
import { type History, restoreRevision } from './data';
import { type DiffPart, diffTexts, shortened } from './diff';
import classes from './edit.module.css';
import historyPanel from './HistoryPanel.module.css';

interface Props {
  slug: string;
  language: Language;
  history: History;
  /** Whether a draft would be lost from sight by restoring. */
  hasDraft: boolean;
  onRestored: () => Promise<void>;
}

/** A text of the history; `id` is null for the one that came with Veld. */
interface Entry extends ArticleText {
  id: string | null;
  label: string;
}

/** The texts of an article, newest first: what changed between two of them, and the way back to an earlier one. */
export function HistoryPanel({ slug, language, history, hasDraft, onRestored }: Props) {
  const { t } = useTranslation('articles');
  const entries = useEntries(history);
  const [chosen, setChosen] = useState({ earlier: 1, later: 0 });
  const { isRestoring, error, restore } = useRestoring(slug, language, history, onRestored);
  const [earlier, later] = [entries[chosen.earlier], entries[chosen.later]];
  const choices = entries.map(({ label }, index) => ({ value: String(index), label }));
  return (
    <section className={classes.history} aria-labelledby="article-history">
      <SectionTitle id="article-history">{t('history.title')}</SectionTitle>
      {entries.length < 2 && <p className={classes.quiet}>{t('history.empty')}</p>}
      {earlier && later && (
        <>
          <div className={classes.pair}>
            <NativeSelect
              label={t('history.earlier')}
              data={choices}
              value={String(chosen.earlier)}
              onChange={(event) => setChosen({ ...chosen, earlier: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label={t('history.later')}
              data={choices}
              value={String(chosen.later)}
              onChange={(event) => setChosen({ ...chosen, later: Number(event.currentTarget.value) })}
            />
          </div>
          <Differences earlier={earlier} later={later} />
          {chosen.earlier !== 0 && (
            <div className={classes.end}>
              <Button variant="default" loading={isRestoring} disabled={hasDraft} onClick={() => void restore(earlier.id)}>
                {t('history.restore')}
              </Button>
              <span className={classes.quiet}>{hasDraft ? t('history.has_draft') : earlier.label}</span>
            </div>
          )}
        </>
      )}
      {error && (
        <Alert color="brick" role="alert">
          {error}
        </Alert>
      )}
    </section>
  );
}

function useEntries({ revisions, starter }: History): Entry[] {
  const { t } = useTranslation('articles');
  const language = useLanguage();
  const entries: Entry[] = revisions.map((revision) => {
    const date = formatDate(new Date(revision.created_at), language, { dateStyle: 'medium', timeStyle: 'short' });
    const line = t('history.line', { number: revision.number, name: revision.user_name, date });
    const restored = revision.restored;
    const what = restored === null ? '' : restored === 0 ? t('history.restored_starter') : t('history.restored', { number: restored });
    return { ...revision, label: what ? `${line} (${what})` : line };
  });
  return starter ? [...entries, { ...starter, id: null, label: t('history.starter') }] : entries;
}

function useRestoring(slug: string, language: Language, { revisions }: History, onRestored: () => Promise<void>) {
  const errorTextOf = useFormErrorText();
  const [isRestoring, setRestoring] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const restore = async (revision: string | null) => {
    if (isRestoring) return;
    setRestoring(true);
    setError(null);
    try {
      await restoreRevision(slug, language, revisions[0]?.id ?? null, revision);
      await onRestored();
    } catch (failure) {
      setError(errorTextOf(failure));
    } finally {
      setRestoring(false);
    }
  };
  return { isRestoring, error, restore };
}

/** What changed from one text to another: marked by colour, and by a line through or under it. */
export function Differences({ earlier, later }: { earlier: ArticleText; later: ArticleText }) {
  const { t } = useTranslation('articles');
  const parts = useMemo(() => diffTexts(wholeText(earlier), wholeText(later)), [earlier, later]);
  if (parts.every(({ kind }) => kind === 'same')) return <p className={historyPanel.none}>{t('history.same')}</p>;
  return (
    <div className={historyPanel.text} role="group" aria-label={t('history.differences')}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return shortened(text);
  return kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>;
}

function wholeText({ title, summary, text }: ArticleText): string {
  return `${title}\n\n${summary}\n\n${text}`;
}
