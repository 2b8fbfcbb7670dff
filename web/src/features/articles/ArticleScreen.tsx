import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Article } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ago, formatDate, languageNameIn } from '../../i18n/format';
import { mayCurate } from '../../local/session/guards';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { usePageTitle } from '../../ui/frame/page-title';
import { PageHeader } from '../../ui/PageHeader';
import { useIsOnline, useLanguage, useMaybeUser } from '../../shared/session/session';
import { articleAddress, useArticle } from './data';
import { Markdown } from '../../ui/markdown/Markdown';
import classes from './ArticleScreen.module.css';

export default function ArticleScreen() {
  const { slug = '' } = useParams();
  const { t } = useTranslation(['articles', 'common']);
  const { kept, isMissing, error, retry } = useArticle(slug);
  const isOnline = useIsOnline();
  usePageTitle(isMissing ? t('common:screens.not_found') : kept?.article.title);
  if (isMissing)
    return (
      <EmptyState
        drawing={<LostTrail />}
        title={t('unknown')}
        headingLevel={1}
        sentence={t('unknown_hint')}
        action={
          <Button variant="default" component={Link} to="/knowledge">
            {t('common:screens.knowledge')}
          </Button>
        }
      />
    );
  if (kept) return <Page article={kept.article} fetchedAt={kept.fetched_at} hasFailed={error !== null} />;
  if (kept === undefined) return <Skeleton label={t('loading_article')} />;
  return (
    <ErrorState
      title={t('common:screens.article')}
      headingLevel={1}
      sentence={t(isOnline ? 'failed' : 'failed_offline')}
      action={
        <Button variant="default" onClick={retry}>
          {t('common:action.retry')}
        </Button>
      }
    />
  );
}

function Page({ article, fetchedAt, hasFailed }: { article: Article; fetchedAt: number; hasFailed: boolean }) {
  const { t } = useTranslation(['articles', 'common']);
  const language = useLanguage();
  const isOnline = useIsOnline();
  const isCurator = mayCurate(useMaybeUser()?.roles);
  const age = { ago: ago(fetchedAt, language) };
  return (
    <article className={classes.page}>
      <PageHeader
        title={
          <span dir="auto" lang={article.language}>
            {article.title}
          </span>
        }
        back={{ to: '/knowledge', label: t('common:screens.knowledge') }}
        actions={
          isCurator && (
            <Button
              component={Link}
              to={`${articleAddress(article.slug)}/edit?language=${language}`}
              variant="default"
              leftSection={<IconPencil size={20} aria-hidden />}
            >
              {t('common:action.edit')}
            </Button>
          )
        }
      />
      {article.is_hidden && <p className={classes.note}>{t('hidden_hint')}</p>}
      {article.language !== language && (
        <p className={classes.note}>{t('other_language', { language: languageNameIn(article.language, language) })}</p>
      )}
      {!isOnline && <p className={classes.age}>{t('common:network.stale', age)}</p>}
      {isOnline && hasFailed && (
        <p className={classes.age}>
          {t('common:network.could_not_refresh')} · {t('fetched', age)}
        </p>
      )}
      <div lang={article.language}>
        <p dir="auto" className={classes.summary}>
          {article.summary}
        </p>
        <Markdown text={article.text} />
      </div>
      {article.updated_at && (
        <p className={classes.age}>{t('updated', { date: formatDate(new Date(article.updated_at), language, { dateStyle: 'long' }) })}</p>
      )}
    </article>
  );
}

function Skeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {['40%', '90%', '96%', '88%', '60%'].map((width, line) => (
        <span key={line} style={{ width }} aria-hidden />
      ))}
    </div>
  );
}
