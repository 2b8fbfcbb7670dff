import { Button } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { SearchField } from '../../ui/SearchField';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { ArticlesSection } from '../articles/ArticlesSection';
import { taxonIdFrom, useTaxon } from '../../shared/taxa/data';
import { groupFrom } from '../../shared/taxa/parts/GroupSelect';
import { Browse } from './browse/Browse';
import { useGuideAddress } from './browse/filters';
import { Found } from './browse/Found';
import { TreeHeader } from './browse/TreeHeader';
import { Compare } from './compare/Compare';
import { comparedIn } from './compare/compared';
import { useResume } from './offline/use-resume';
import classes from './KnowledgeScreen.module.css';

/** Parts of the guide with an address of their own. */
const VIEWS: Partial<Record<string, ComponentType>> = {
  quiz: lazy(() => import('./quiz/Quiz')),
  offline: lazy(() => import('./offline/Offline')),
};

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
  useResume();
  const compared = read('compare');
  const ids = useMemo(() => comparedIn(compared), [compared]);
  if (ids) return <Compare ids={ids} onChange={(next) => write({ compare: next.join(',') || 'none' })} />;
  const View = VIEWS[read('view') ?? ''];
  if (View) {
    return (
      <Suspense fallback={<TaxonRowSkeletons label={t('common:taxonomy.loading')} />}>
        <View />
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
            <>
              <Button variant="default" component={Link} to={addressOf({ view: 'quiz', ...(group && { group }) })}>
                {t('quiz.title')}
              </Button>
              <Button variant="default" component={Link} to={addressOf({ view: 'offline' })}>
                {t('offline.keep')}
              </Button>
            </>
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
