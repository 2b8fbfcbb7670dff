import { useMediaQuery } from '@mantine/hooks';
import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../../ui/ScientificName';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useOwnPicture } from '../../species/data';
import { readGroup, speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { useFromList } from '../../../shared/taxa/from-list';
import { taxonRowProps } from '../../../shared/taxa/names';
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

/** A line of the guide: the heading of a family, or one of its species. */
type GuideLine = { kind: 'family'; key: string; family: string | null; species: number } | { kind: 'species'; key: number; taxon: Taxon };

/** A group with its number of species, and how many of these the user has seen. */
interface GroupSize {
  group: TaxonGroup;
  species: number;
  seen: number;
  /** The picture of its commonest species that has one. */
  picture: string | null;
  /** Its commonest species of which the user has a picture. */
  pictured: Taxon | null;
}

/** The groups of a list, in the order of the contract, without empty ones. The list comes commonest first. */
export function groupSizes(
  list: readonly Taxon[],
  seen: ReadonlySet<number>,
  own?: ReadonlyMap<number, { pictured: readonly string[] }>,
): GroupSize[] {
  const sizes = new Map<TaxonGroup, GroupSize>();
  for (const taxon of list) {
    const group = readGroup(taxon);
    const size = sizes.get(group) ?? { group, species: 0, seen: 0, picture: null, pictured: null };
    sizes.set(group, size);
    size.species++;
    if (seen.has(taxon.id)) size.seen++;
    size.picture ??= taxon.image_url;
    if (own?.get(taxon.id)?.pictured.length) size.pictured ??= taxon;
  }
  return TAXON_GROUPS.flatMap((group) => sizes.get(group) ?? []);
}

/** Families in alphabetical order, with their species in the given order (most common first); species without a family come last. */
export function byFamily(list: readonly Taxon[]): GuideLine[] {
  const families = Map.groupBy(list, (taxon) => taxon.family);
  const names = [...families.keys()].sort((first, second) => {
    if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1;
    return first.localeCompare(second, 'en');
  });
  return names.flatMap((family): GuideLine[] => {
    const species = families.get(family)!;
    return [
      { kind: 'family', key: `family ${family ?? ''}`, family, species: species.length },
      ...species.map((taxon): GuideLine => ({ kind: 'species', key: taxon.id, taxon })),
    ];
  });
}
