import { TAXON_GROUPS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import type { Taxon } from '../taxa/data';

/** A taxon of the device's copy as records carry it. */
export function summaryOf(taxon: Taxon): TaxonSummary {
  const { id, name, scientific_name, rank, image_url } = taxon;
  return { id, name, scientific_name, rank, group: groupOf(taxon.group), image_url };
}

/** A group that this version does not know yet is one of the others. */
export function groupOf(group: string): TaxonGroup {
  return TAXON_GROUPS.find((one) => one === group) ?? 'other';
}
