import type { TaxonSummary } from '@veld/contract';
import { useNamedTaxon } from './names';

/** The name of a taxon in the language of the app, for what must not load the names at once. */
export default function TaxonName({ taxon }: { taxon: TaxonSummary }) {
  return useNamedTaxon(taxon).name;
}
