import { useMediaQuery } from '@mantine/hooks';
import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../../ui/ScientificName';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useOwnPicture } from '../../species/data';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { useFromList } from '../../../shared/taxa/from-list';
import { taxonRowProps } from '../../../shared/taxa/taxon-row-props';
import { byFamily, type GuideLine } from './families';
import classes from './Guide.module.css';

export function useColumns(): number {
  return useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false }) ? 2 : 1;
}

/** The species of a group under their families. */
export function Guide({ group, species, seen }: { group: TaxonGroup; species: readonly Taxon[]; seen: ReadonlySet<number> }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const lines = useMemo(() => byFamily(species), [species]);
  const fromList = useFromList(lines, idOf);
  useKeptPlace(lines);
  const columns = useColumns();
  const ownPicture = useOwnPicture();
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => line.key}
      isHeading={isFamily}
      columns={columns}
      rowHeight={80}
      label={t(`common:group.${group}`)}
      render={(line) =>
        line.kind === 'family' ? (
          <h2 className={classes.family}>
            {line.family ? <ScientificName name={line.family} rank="family" /> : t('no_family')}
            <span className={classes.familyCount}>{t('common:count.species', { count: line.species })}</span>
          </h2>
        ) : (
          <div className={classes.row}>
            <TaxonRow
              {...taxonRowProps(line.taxon, t, seen.has(line.taxon.id))}
              picture={ownPicture(line.taxon)}
              to={speciesAddress(line.taxon.id)}
              state={fromList}
            />
          </div>
        )
      }
    />
  );
}

const idOf = (line: GuideLine) => (line.kind === 'species' ? line.taxon.id : null);
const isFamily = (line: GuideLine) => line.kind === 'family';
