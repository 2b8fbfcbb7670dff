import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { SearchField } from '../../ui/SearchField';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { ArticlesSection } from '../articles/ArticlesSection';
import { taxonIdFrom, useTaxon } from '../taxa/data';
import { groupFrom } from '../taxa/parts/GroupSelect';
import { Browse } from './browse/Browse';
import { useGuideAddress } from './browse/filters';
import { Found } from './browse/Found';
import { TreeHeader } from './browse/TreeHeader';
import { Compare } from './compare/Compare';
import { comparedIn } from './compare/compared';
import classes from './KnowledgeScreen.module.css';

const Quiz = lazy(() => import('./quiz/Quiz'));

export default function KnowledgeScreen() {
  const { t } = useTranslation(['knowledge', 'common']);
  const [read, write] = useAddressFilter();
  const addressOf = useGuideAddress();
  const group = groupFrom(read('group'));
  const isTree = !group && read('view') === 'tree';
  const at = isTree ? taxonIdFrom(read('taxon')) : null;
  const taxon = useTaxon(at);
  const text = read('q') ?? '';
  const isSearch = text.trim() !== '';
  const compared = read('compare');
  const ids = useMemo(() => comparedIn(compared), [compared]);
  if (ids) return <Compare ids={ids} onChange={(next) => write({ compare: next.join(',') || 'none' })} />;
  if (read('view') === 'quiz') {
    return (
      <Suspense fallback={<TaxonRowSkeletons label={t('common:taxonomy.loading')} />}>
        <Quiz />
      </Suspense>
    );
  }
  return (
    <>
      {taxon ? (
        <TreeHeader key={taxon.id} taxon={taxon} />
      ) : (
        <PageHeader
          title={group ? t(`common:group.${group}`) : t('common:screens.knowledge')}
          lead={group ? undefined : t('lead')}
          back={group ? { to: addressOf({}), label: t('all_groups') } : undefined}
          actions={
            <Button variant="default" component={Link} to={addressOf({ view: 'quiz', ...(group && { group }) })}>
              {t('quiz.title')}
            </Button>
          }
        />
      )}
      <div className={classes.search}>
        <SearchField
          label={t(group ? 'search_group' : 'search')}
          clearLabel={t('common:action.clear')}
          value={text}
          onChange={(q) => write({ q })}
        />
      </div>
      {isSearch ? <Found text={text} group={group} /> : <Browse group={group} isTree={isTree} at={at} />}
      {!isSearch && !group && !isTree && <ArticlesSection />}
    </>
  );
}
