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
import { taxonRowProps } from '../../../shared/taxa/names';
import { useGuideAddress } from './filters';
import { useColumns } from './Guide';
import classes from './Guide.module.css';

/** The steps of the tree; ranks between them are left out. */
const STEPS: readonly string[] = ['class', 'order', 'family', 'genus'];

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

/** A higher taxon with its number of species, and how many of these the user has seen. */
interface TreeNode {
  taxon: Taxon;
  species: number;
  seen: number;
  /** The picture of its commonest species that has one. */
  picture: string | null;
}

/** What is directly below a taxon of the tree: higher taxa, then species that belong to none of them. */
export interface TreeLevel {
  nodes: TreeNode[];
  species: Taxon[];
}

/**
 * The level below a taxon, or the top with null. `species` come commonest first; `higher` has the taxa above them, by id. Nodes are in
 * alphabetical order of their scientific names.
 */
export function levelBelow(
  at: number | null,
  species: readonly Taxon[],
  higher: ReadonlyMap<number, Taxon>,
  seen: ReadonlySet<number>,
): TreeLevel {
  const nodes = new Map<number, TreeNode>();
  const direct: Taxon[] = [];
  for (const one of species) {
    const path = pathOf(one, higher);
    const from = at === null ? 0 : path.findIndex(({ id }) => id === at) + 1;
    if (at !== null && from === 0) continue;
    const next = path.slice(from).find(({ rank }) => STEPS.includes(rank));
    if (next) addTo(nodes, next, one, seen);
    else direct.push(one);
  }
  return { nodes: [...nodes.values()].toSorted(byScientificName), species: direct };
}

/** The steps above a taxon, the highest first. `parents` come the nearest first. */
export function stepsAbove(parents: readonly Taxon[]): Taxon[] {
  return parents.filter(({ rank }) => STEPS.includes(rank)).toReversed();
}

function addTo(nodes: Map<number, TreeNode>, taxon: Taxon, species: Taxon, seen: ReadonlySet<number>): void {
  const node = nodes.get(taxon.id) ?? { taxon, species: 0, seen: 0, picture: null };
  nodes.set(taxon.id, node);
  node.species++;
  if (seen.has(species.id)) node.seen++;
  node.picture ??= species.image_url;
}

/** The taxa above one, the highest first. */
function pathOf(taxon: Taxon, higher: ReadonlyMap<number, Taxon>): Taxon[] {
  const path: Taxon[] = [];
  // A cycle in the data must not hang the screen.
  for (let at = parentOf(taxon, higher); at && path.length < 50; at = parentOf(at, higher)) path.push(at);
  return path.toReversed();
}

const parentOf = ({ parent_id: id }: Taxon, higher: ReadonlyMap<number, Taxon>) => (id === null ? undefined : higher.get(id));

const byScientificName = (one: TreeNode, other: TreeNode) =>
  one.taxon.scientific_name < other.taxon.scientific_name ? -1 : one.taxon.scientific_name > other.taxon.scientific_name ? 1 : 0;
