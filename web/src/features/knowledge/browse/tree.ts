import type { Taxon } from '../../../shared/taxa/data';

/** The steps of the tree; ranks between them are left out. */
const STEPS: readonly string[] = ['class', 'order', 'family', 'genus'];

/** A higher taxon with its number of species, and how many of these the user has seen. */
export interface TreeNode {
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
