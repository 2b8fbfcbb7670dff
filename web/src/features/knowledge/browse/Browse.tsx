import { Button } from '@mantine/core';
import type { TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Binoculars } from '../../../ui/drawings/Binoculars';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { NamesState } from '../../../shared/taxa/parts/NamesState';
import { FilterBar, FilterNotes, ViewSwitch } from './FilterBar';
import { type GuideSpecies, useGuideFilters, useGuideSpecies } from './filters';
import { Groups } from './Groups';
import { Guide } from './Guide';
import { Tree } from './Tree';
import classes from './Browse.module.css';

interface Props {
  group: TaxonGroup | null;
  isTree: boolean;
  /** Where in the tree; null for its top. */
  at: number | null;
}

/** The guide without a search: groups, the species of one, or the tree, filtered. */
export function Browse({ group, isTree, at }: Props) {
  const controls = useGuideFilters();
  const found = useGuideSpecies(controls.filters, group);
  return (
    <>
      <div className={classes.bar}>
        {!group && <ViewSwitch isTree={isTree} />}
        <FilterBar controls={controls} />
      </div>
      <FilterNotes found={found} month={controls.filters.month} />
      <div className={classes.found}>
        <Shown found={found} group={group} isTree={isTree} at={at} onClear={() => controls.write({ month: null, seen: null })} />
      </div>
    </>
  );
}

function Shown({ found, group, isTree, at, onClear }: Props & { found: GuideSpecies; onClear: () => void }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const { species, seen, isListEmpty, isMissing } = found;
  if (!species || !seen) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  if (isListEmpty && !group) return isMissing ? null : <NamesState />;
  if (species.length === 0) {
    return (
      <EmptyState
        drawing={<Binoculars />}
        sentence={t(isListEmpty ? 'filter.none_here' : 'filter.none')}
        action={
          !isListEmpty && (
            <Button variant="default" onClick={onClear}>
              {t('filter.clear')}
            </Button>
          )
        }
      />
    );
  }
  if (group) return <Guide key={group} group={group} species={species} seen={seen} />;
  return isTree ? <Tree key={at} at={at} species={species} seen={seen} /> : <Groups species={species} seen={seen} />;
}
