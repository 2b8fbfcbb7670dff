import { TAXON_GROUPS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import type { Taxon } from '../../local/taxonomy/search';
import type { PhotoSource } from '../../ui/Photo';

/** The summary of a taxon stored in records, so that lists can show them without the taxonomy. */
export function summarizeTaxon(taxon: Taxon): TaxonSummary {
  const { id, name, scientific_name, rank, image_url } = taxon;
  return { id, name, scientific_name, rank, group: readGroup(taxon), image_url };
}

/** The image of a taxon in the sizes that the server has. `url`: its `image_url`. */
export function taxonPhoto(url: string): PhotoSource {
  return { urls: { 128: `${url}?size=128`, 512: `${url}?size=512`, 1600: `${url}?size=1600` } };
}

/** A taxon of which the device has only the summary stored with its records. */
export function taxonOfSummary({ id, name, scientific_name, rank, group, image_url }: TaxonSummary): Taxon {
  return {
    id,
    rarity: Number.MAX_SAFE_INTEGER,
    name,
    spelled: { sci: [scientific_name] },
    scientific_name,
    main_name: null,
    english_name: null,
    image_url,
    image_attribution: null,
    external_observation_count: 0,
    rank,
    group,
    family: null,
    parent_id: null,
    accepted_id: null,
    rarity_class: 5,
  };
}

/** The group of a taxon; `other` for unknown groups of a newer server. */
export function readGroup(taxon: Pick<Taxon, 'group'>): TaxonGroup {
  return TAXON_GROUPS.find((group) => group === taxon.group) ?? 'other';
}

/** The rarity from 1 (very common) to 5 (rare), for which there are texts. */
export function readRarity(taxon: Pick<Taxon, 'rarity_class'>): 1 | 2 | 3 | 4 | 5 {
  return ([1, 2, 3, 4, 5] as const).find((level) => level === taxon.rarity_class) ?? 5;
}
