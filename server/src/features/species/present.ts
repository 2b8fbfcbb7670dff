import type { getSpecies, Language, postMySpeciesImage, ReplyOf } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { mediaUrls, pictureId } from '../media/signature.ts';
import { uniqueNames } from '../taxa/names.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { OwnImageRow } from './own-images.ts';
import type { SpeciesRow, TaxonRow } from './store.ts';

/** Species as a map of displayed name to id. Names are unique, because homonyms get a label (taxa/names.ts). */
export function presentSpecies(rows: readonly SpeciesRow[], language: Language): Record<string, number> {
  const names = uniqueNames(rows, language);
  return Object.fromEntries(rows.map((row, at) => [names[at]!, row.id]));
}

export function presentTaxon({ taxon_group, has_image, ...row }: TaxonRow): ReplyOf<typeof getSpecies>['data'] {
  return {
    ...row,
    group: taxon_group,
    image_url: has_image ? taxonImageUrl(row.id) : null,
  };
}

/** An own image of a person; the id of the photo on their devices means nothing to others. */
export function presentOwnImage(
  context: Context,
  row: OwnImageRow,
  isOwn: boolean,
): NonNullable<ReplyOf<typeof postMySpeciesImage>['data']> {
  return {
    taxon_id: row.taxon_id,
    photo_id: isOwn ? row.photo_id : null,
    image_url: mediaUrls(context, pictureId(row.media_id, row.crop_id ? { cropId: row.crop_id } : null), context.now())[512],
    is_chosen: row.is_chosen,
  };
}
