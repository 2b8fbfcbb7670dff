import { Button, NativeSelect } from '@mantine/core';
import { type Language, LANGUAGES } from '@veld/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useNavigate, useParams } from 'react-router';
import { ago, languageName } from '../../../i18n/format';
import { useFormErrorText } from '../../../shared/session/form';
import { useIsOnline, useLanguage } from '../../../shared/session/session';
import { ErrorState } from '../../../ui/ErrorState';
import { PageHeader } from '../../../ui/PageHeader';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { articleAddress, useArticles } from '../data';
import { NEW, type Newer, setHidden, startingDraft, type StartingDraft, useHistory, useRefreshArticle } from './data';
import { DiscardDialog, EditForm } from './EditForm';
import { Differences, HistoryPanel } from './HistoryPanel';
import { type ArticleEditor, useArticleEditor } from './use-article-editor';
import classes from './edit.module.css';

/** Where curators write articles, one language at a time. */
export default function ArticleEditScreen() {
  const { slug = NEW } = useParams();
  const { t } = useTranslation(['articles', 'common']);
  const [read, write] = useAddressFilter();
  const own = useLanguage();
  const language = LANGUAGES.find((one) => one === read('language')) ?? own;
  const article = useArticles().list?.articles.find((one) => one.slug === slug);
  const refresh = useRefreshArticle(slug, language);
  const isNew = slug === NEW;
  return (
    <>
      <PageHeader
        title={isNew ? t('new') : t('common:screens.article_edit')}
        lead={article?.title}
        back={isNew ? { to: '/knowledge', label: t('common:screens.knowledge') } : { to: articleAddress(slug), label: t('edit.back') }}
        actions={article && <HideButton slug={slug} isHidden={article.is_hidden} onChanged={refresh} />}
      />
      <NativeSelect
        className={classes.language}
        label={t('edit.language')}
        value={language}
        data={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
        onChange={(event) => write({ language: event.currentTarget.value })}
      />
      <InLanguage key={`${slug} ${language}`} slug={slug} language={language} />
    </>
  );
}

interface Props {
  slug: string;
  language: Language;
}

/** Loads the draft on this device, or what the server has. */
function InLanguage({ slug, language }: Props) {
  const { t } = useTranslation(['articles', 'common']);
  const isOnline = useIsOnline();
  const { data: history, isError, refetch } = useHistory(slug, language);
  const refresh = useRefreshArticle(slug, language);
  const [round, setRound] = useState(0);
  const start = useStart(slug, language, history, isError, round);
  const restart = async () => {
    await refresh();
    setRound((before) => before + 1);
  };
  if (start === undefined) return <p role="status">{t('loading_article')}</p>;
  if (start === null)
    return (
      <ErrorState
        sentence={t(isOnline ? 'failed' : 'edit.needs_connection')}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('common:action.retry')}
          </Button>
        }
      />
    );
  return <Editing key={start.round} {...{ slug, language, start, history, refresh, restart }} />;
}

type Round = NonNullable<StartingDraft> & { round: number };

/** What a round of editing starts with; undefined while loading, null if there is nothing. */
function useStart(slug: string, language: Language, history: ReturnType<typeof useHistory>['data'], isError: boolean, round: number) {
  const [start, setStart] = useState<Round | null | undefined>(undefined);
  const isReady = history !== undefined || isError;
  const isStarted = start?.round === round;
  useEffect(() => {
    // What arrives later must not replace what is being typed.
    if (!isReady || isStarted) return;
    let isCurrent = true;
    void startingDraft(slug, language, history).then((found) => isCurrent && setStart(found && { ...found, round }));
    return () => {
      isCurrent = false;
    };
  }, [slug, language, history, isReady, isStarted, round]);
  return start;
}

interface EditingProps extends Props {
  start: Round;
  history: ReturnType<typeof useHistory>['data'];
  refresh: () => Promise<void>;
  restart: () => Promise<void>;
}

function Editing({ slug, language, start, history, refresh, restart }: EditingProps) {
  const navigate = useNavigate();
  const { t } = useTranslation('articles');
  const onSaved = (saved: string) => {
    void refresh();
    if (slug === NEW) void navigate(articleAddress(saved), { replace: true });
  };
  const editor = useArticleEditor({ slug, language, start, onSaved });
  const discard = () => void editor.discard().then(restart);
  const hasDraft = editor.state !== 'unchanged' && editor.state !== 'saved';
  return (
    <>
      <LeaveGuard editor={editor} />
      {editor.newer && <ConflictPanel editor={editor} newer={editor.newer} onUseTheirs={discard} />}
      <EditForm slug={slug} language={language} editor={editor} onDiscard={discard} />
      {slug !== NEW &&
        (history ? (
          <HistoryPanel key={history.revisions[0]?.id ?? 'none'} {...{ slug, language, history, hasDraft }} onRestored={restart} />
        ) : (
          <p className={classes.quiet}>{t('history.failed')}</p>
        ))}
    </>
  );
}

/** Somebody saved another text in the meantime: shows the differences to one's own, and lets the person choose. */
function ConflictPanel({ editor, newer, onUseTheirs }: { editor: ArticleEditor; newer: Newer; onUseTheirs: () => void }) {
  const { t } = useTranslation('articles');
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.conflict} aria-labelledby="article-conflict">
      <h2 id="article-conflict" ref={heading} tabIndex={-1} className={classes.conflictTitle}>
        {t('conflict.title')}
      </h2>
      <p>{t('conflict.text', { name: newer.user_name, ago: ago(newer.created_at, language) })}</p>
      <Differences earlier={newer} later={editor.draft} />
      <div className={classes.end}>
        <Button loading={editor.state === 'sending'} onClick={() => void editor.save(newer.id)}>
          {t('conflict.mine')}
        </Button>
        <Button variant="default" onClick={onUseTheirs}>
          {t('conflict.theirs')}
        </Button>
      </div>
    </section>
  );
}

/** Hides an article from everyone but curators, or shows it again. */
function HideButton({ slug, isHidden, onChanged }: { slug: string; isHidden: boolean; onChanged: () => Promise<void> }) {
  const { t } = useTranslation('articles');
  const errorTextOf = useFormErrorText();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async () => {
    setSending(true);
    setError(null);
    try {
      await setHidden(slug, !isHidden);
      await onChanged();
    } catch (failure) {
      setError(errorTextOf(failure));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {error && <span role="alert">{error}</span>}
      <Button variant="default" loading={isSending} onClick={() => void change()}>
        {t(isHidden ? 'edit.show' : 'edit.hide')}
      </Button>
    </>
  );
}

/** Stores what was typed before the screen is left, and asks if that is impossible. */
function LeaveGuard({ editor: { isStored, flush } }: { editor: ArticleEditor }) {
  const blocker = useBlocker(() => !isStored());
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    void flush().then((isOnDisk) => {
      if (!isCurrent) return;
      if (isOnDisk) blocker.proceed();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker, flush]);
  if (!isAsking || blocker.state !== 'blocked') return null;
  const close = (leave: () => void) => () => {
    setAsking(false);
    leave();
  };
  return <DiscardDialog onClose={close(blocker.reset)} onDiscard={close(blocker.proceed)} />;
}
