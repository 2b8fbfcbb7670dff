import type { TaxonSummary } from '@veld/contract';
import { searchTaxa } from '../../../local/taxonomy/search';
import { summarizeTaxon } from '../../../shared/taxa/data';
import { fold } from './fold';

/** The one taxon that a text names, or that there is none, or more than one. */
export type TaxonReading = { taxon: TaxonSummary } | { fault: 'species_unknown' | 'species_several' };

/** More taxa than this do not have the same name. */
const LOOKED_AT = 12;

/** Finds taxa by their whole names in the taxonomy on this device, each text once. Nothing that only resembles the text is taken. */
export function taxonFinder(): (text: string) => Promise<TaxonReading> {
  const known = new Map<string, Promise<TaxonReading>>();
  return (text) => {
    const key = fold(text);
    const asked = known.get(key) ?? findTaxon(text);
    known.set(key, asked);
    return asked;
  };
}

async function findTaxon(text: string): Promise<TaxonReading> {
  const hits = (await searchTaxa(text, { limit: LOOKED_AT })).filter(({ match }) => match === 'exact');
  // A name that one taxon is shown with is not that of others, which only had it once.
  const shown = hits.filter(({ matched }) => matched === null);
  const [taxon, ...others] = shown.length > 0 ? shown : hits;
  if (!taxon) return { fault: 'species_unknown' };
  return others.length > 0 ? { fault: 'species_several' } : { taxon: summarizeTaxon(taxon) };
}
