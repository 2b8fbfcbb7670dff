import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { ARTICLE_GROUPS, type ListedArticle, type ArticleGroup, putArticleOrder } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageNameIn } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { keptList } from '../../local/device/articles';
import { mayCurate } from '../../local/session/guards';
import { notifier, useIsOnline, useLanguage, useMaybeUser, currentDatabase } from '../../shared/session/session';
import { SectionTitle } from '../../ui/SectionTitle';
import { articleAddress, useArticles } from './data';
import classes from './ArticlesSection.module.css';

/** All articles as cards, in their groups. */
export function ArticlesSection() {
  const { t } = useTranslation(['articles', 'common']);
  const { list, error, retry } = useArticles();
  const isReachable = useIsOnline() && error === null;
  const isCurator = mayCurate(useMaybeUser()?.roles);
  const [isArranging, setIsArranging] = useState(false);
  const action = isCurator && (
    <span className={classes.actions}>
      {list && isReachable && (
        <Button variant="subtle" size="compact-md" aria-pressed={isArranging} onClick={() => setIsArranging(!isArranging)}>
          {t(isArranging ? 'order.end' : 'order.start')}
        </Button>
      )}
      <Anchor component={Link} to="/knowledge/articles/new/edit">
        {t('new')}
      </Anchor>
    </span>
  );
  const move = (article: ListedArticle, by: 1 | -1) => {
    moveArticle(list!.articles, article.group, article.slug, by).catch(
      (cause: unknown) => void notifier.show('negative', t('order.failed'), { cause }),
    );
  };
  return (
    <section className={classes.section} aria-labelledby="articles">
      <SectionTitle id="articles" action={action}>
        {t('title')}
      </SectionTitle>
      {list === undefined && <Skeletons label={t('loading')} />}
      {list === null && error && (
        <div className={classes.failure}>
          <p className={classes.quiet}>{t('list_failed')}</p>
          <Button variant="default" onClick={retry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {list &&
        ARTICLE_GROUPS.map((group) => {
          const articles = list.articles.filter((article) => article.group === group);
          if (articles.length === 0) return null;
          return (
            <div key={group} className={classes.group}>
              <h3 className={classes.groupTitle}>{t(`group.${group}`)}</h3>
              <ul className={classes.cards}>
                {articles.map((article) => (
                  <Card
                    key={article.slug}
                    article={article}
                    isReadable={isReachable || list.kept.has(article.slug)}
                    onMove={isArranging ? (by) => move(article, by) : null}
                    isFirst={article === articles[0]}
                    isLast={article === articles.at(-1)}
                  />
                ))}
              </ul>
            </div>
          );
        })}
    </section>
  );
}

interface CardProps {
  article: ListedArticle;
  isReadable: boolean;
  /** Moves it by one place; null unless the articles are being arranged. */
  onMove: ((by: 1 | -1) => void) | null;
  isFirst: boolean;
  isLast: boolean;
}

function Card({ article, isReadable, onMove, isFirst, isLast }: CardProps) {
  const { t } = useTranslation(['articles', 'common']);
  const language = useLanguage();
  const isForeign = article.language !== language;
  return (
    <li className={classes.card}>
      <h4 className={classes.title} lang={article.language}>
        <Link dir="auto" className={classes.link} to={articleAddress(article.slug)}>
          {article.title}
        </Link>
      </h4>
      <p dir="auto" className={classes.summary} lang={article.language}>
        {article.summary}
      </p>
      {(article.is_hidden || isForeign || !isReadable) && (
        <p className={classes.quiet}>
          {[
            article.is_hidden && t('hidden'),
            isForeign && t('only_in', { language: languageNameIn(article.language, language) }),
            !isReadable && t('not_on_device'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {onMove && (
        <span className={classes.arrows}>
          <ActionIcon
            variant="default"
            aria-label={t('common:table.move_up', { label: article.title })}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            <IconChevronUp size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('common:table.move_down', { label: article.title })}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

function Skeletons({ label }: { label: string }) {
  return (
    <div className={classes.cards} role="status" aria-label={label}>
      {[0, 1, 2].map((card) => (
        <span key={card} className={classes.skeleton} aria-hidden />
      ))}
    </div>
  );
}

/** The list with an article moved by one place within its group; null if it is at the end already. */
export function moved(articles: readonly ListedArticle[], slug: string, by: 1 | -1): ListedArticle[] | null {
  const { group } = articles.find((one) => one.slug === slug) ?? {};
  const ofGroup = articles.filter((one) => one.group === group);
  const from = ofGroup.findIndex((one) => one.slug === slug);
  const [here, there] = [ofGroup[from], ofGroup[from + by]];
  if (!here || !there) return null;
  return articles.map((one) => (one === here ? there : one === there ? here : one));
}

/** Moves an article for everyone. It is shown at once, and put back if the server refuses. */
async function moveArticle(articles: readonly ListedArticle[], group: ArticleGroup, slug: string, by: 1 | -1): Promise<void> {
  const next = moved(articles, slug, by);
  if (!next) return;
  const show = (list: readonly ListedArticle[]) => keptList.update(currentDatabase(), (kept) => kept && { ...kept, articles: [...list] });
  await show(next);
  const slugs = next.filter((one) => one.group === group).map((one) => one.slug);
  try {
    await api.call(putArticleOrder, { params: { group }, body: { slugs } });
  } catch (error) {
    await show(articles);
    throw error;
  }
}
