import { useMemo } from 'react';
import { type BrowseFilter, type Taxon, useBrowse } from '../../shared/taxa/data';

/** Species of the family that are looked through. */
const LOOKED_AT = 200;

/** The other species of a family, those of the same genus first, and of these the commonest. Empty without a taxon or a family. */
export function useSimilarSpecies(taxon: Taxon | undefined): Taxon[] | undefined {
  const family = taxon?.family ?? '';
  const filter = useMemo<BrowseFilter>(() => ({ family, rank: 'species', limit: family ? LOOKED_AT : 0 }), [family]);
  const found = useBrowse(filter);
  return useMemo(() => found && taxon && similarTo(taxon, found), [found, taxon]);
}

const genusOf = ({ scientific_name }: Taxon) => scientific_name.split(' ')[0];

/** Orders relatives, given commonest first: those of the same genus before the others, without the taxon itself. */
export function similarTo(taxon: Taxon, relatives: readonly Taxon[]): Taxon[] {
  const others = relatives.filter(({ id }) => id !== taxon.id);
  const isClose = (one: Taxon) => genusOf(one) === genusOf(taxon);
  return [...others.filter(isClose), ...others.filter((one) => !isClose(one))];
}

/** The first sentence of a text; undefined without one. */
export function firstSentence(text: string | undefined): string | undefined {
  return text && (/^.+?[.!?](?=\s+\p{Lu}|\s*$)/su.exec(text)?.[0] ?? text);
}
