import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useOwnPicture } from '../../species/data';
import { speciesAddress, type Taxon, useHigherTaxa } from '../../../shared/taxa/data';
import { idOfTaxon, useFromList } from '../../../shared/taxa/from-list';
import { taxonRowProps } from '../../../shared/taxa/taxon-row-props';
import { useGuideAddress } from './filters';
import { useColumns } from './Guide';
import { levelBelow, type TreeNode } from './tree';
import classes from './Guide.module.css';

interface Props {
  /** The taxon whose members are listed; null for the top. */
  at: number | null;
  species: readonly Taxon[];
  seen: ReadonlySet<number>;
}

/** One level of the tree: the taxa directly below one, and its species that belong to none of them. */
export function Tree({ at, species, seen }: Props) {
  const { t } = useTranslation(['knowledge', 'common']);
  const higher = useHigherTaxa(species);
  const level = useMemo(() => higher && levelBelow(at, species, higher, seen), [at, species, higher, seen]);
  useKeptPlace(level && species);
  if (!level) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  const { nodes, species: direct } = level;
  return (
    <>
      {nodes.length > 0 && <Nodes nodes={nodes} />}
      {direct.length > 0 && nodes.length > 0 && <SectionTitle>{t('tree.unplaced')}</SectionTitle>}
      {direct.length > 0 && <Members species={direct} seen={seen} />}
    </>
  );
}

function Nodes({ nodes }: { nodes: readonly TreeNode[] }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const addressOf = useGuideAddress();
  const columns = useColumns();
  return (
    <VirtualRows
      items={nodes}
      keyOf={({ taxon }) => taxon.id}
      columns={columns}
      rowHeight={80}
      label={t('tree.label')}
      render={({ taxon, species, seen, picture }) => (
        <div className={classes.row}>
          <TaxonRow
            {...taxonRowProps({ ...taxon, image_url: taxon.image_url ?? picture }, t, false)}
            to={addressOf({ view: 'tree', taxon: taxon.id })}
            note={`${t('common:count.species', { count: species })} · ${t('seen_count', { count: seen })}`}
          />
        </div>
      )}
    />
  );
}

function Members({ species, seen }: Omit<Props, 'at'>) {
  const { t } = useTranslation(['knowledge', 'common']);
  const fromList = useFromList(species, idOfTaxon);
  const columns = useColumns();
  const ownPicture = useOwnPicture();
  return (
    <VirtualRows
      items={species}
      keyOf={({ id }) => id}
      columns={columns}
      rowHeight={80}
      label={t('tree.species')}
      render={(taxon) => (
        <div className={classes.row}>
          <TaxonRow
            {...taxonRowProps(taxon, t, seen.has(taxon.id))}
            picture={ownPicture(taxon)}
            to={speciesAddress(taxon.id)}
            state={fromList}
          />
        </div>
      )}
    />
  );
}
