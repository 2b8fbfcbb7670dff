import { Button, NativeSelect } from '@mantine/core';
import { type Language, LANGUAGES } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { languageName } from '../../../i18n/format';
import { ErrorState } from '../../../ui/ErrorState';
import { PageHeader } from '../../../ui/PageHeader';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useIsOnline, useLanguage } from '../../../shared/session/session';
import { articleAddress, useArticles } from '../data';
import { ConflictPanel } from './ConflictPanel';
import { NEW, startingDraft, type StartingDraft, useHistory, useRefreshArticle } from './data';
import { EditForm } from './EditForm';
import { HideButton } from './HideButton';
import { HistoryPanel } from './HistoryPanel';
import { LeaveGuard } from './LeaveGuard';
import { useArticleEditor } from './use-article-editor';
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
