import { Anchor, Button } from '@mantine/core';
import { ARTICLE_GROUPS, type ListedArticle } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageNameIn } from '../../i18n/format';
import { mayCurate } from '../../local/session/guards';
import { SectionTitle } from '../../ui/SectionTitle';
import { useIsOnline, useLanguage, useMaybeUser } from '../accounts/data';
import { articleAddress, useArticles } from './data';
import classes from './ArticlesSection.module.css';

/** All articles as cards, in their groups. */
export function ArticlesSection() {
  const { t } = useTranslation(['articles', 'common']);
  const { list, error, retry } = useArticles();
  const isReachable = useIsOnline() && error === null;
  const isCurator = mayCurate(useMaybeUser()?.roles);
  const action = isCurator && (
    <Anchor component={Link} to="/knowledge/articles/new/edit">
      {t('new')}
    </Anchor>
  );
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
                  <Card key={article.slug} article={article} isReadable={isReachable || list.kept.has(article.slug)} />
                ))}
              </ul>
            </div>
          );
        })}
    </section>
  );
}

function Card({ article, isReadable }: { article: ListedArticle; isReadable: boolean }) {
  const { t } = useTranslation('articles');
  const language = useLanguage();
  const isForeign = article.language !== language;
  return (
    <li className={classes.card}>
      <h4 className={classes.title} lang={article.language}>
        <Link className={classes.link} to={articleAddress(article.slug)}>
          {article.title}
        </Link>
      </h4>
      <p className={classes.summary} lang={article.language}>
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
