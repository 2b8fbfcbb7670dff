import {
  type CurrentImage,
  type ImageCandidate,
  type ImageChange,
  imageLicenseUrl,
  type ImageNeed,
  isImageLicense,
  type Language,
} from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { mediaUrls, pictureId } from '../media/signature.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { ChangeRow, CurrentRow } from './curation-store.ts';
import type { NeedRow } from './needs-store.ts';
import { previewUrl } from './access.ts';
import type { FoundImage } from './sources/source.ts';
import type { ImageRow } from './store.ts';

/** A photo on this server as a candidate. */
export function presentPhoto(context: Context, row: ImageRow): ImageCandidate {
  // An upload without a record is only shown as `whole`, to its owner and to curators.
  const variant = row.crop_id ? { cropId: row.crop_id } : row.is_recorded ? null : 'whole';
  return {
    id: row.media_id,
    url: mediaUrls(context, pictureId(row.media_id, variant), context.now())[512],
    source: row.is_recorded ? 'observation' : (row.source ?? 'upload'),
    attribution: row.user_name,
    license_name: row.license,
    license_url: imageLicenseUrl(row.license),
    page_url: null,
    width: null,
    height: null,
    is_usable: isImageLicense(row.license, context.config.IMAGES_NONCOMMERCIAL),
    is_exact: true,
    quality: null,
  };
}

/** An image of another site as a candidate. */
export function presentFound(context: Context, taxonId: number, source: string, image: FoundImage): ImageCandidate {
  return {
    id: image.id,
    url: previewUrl(context, taxonId, source, image.previewUrl, context.now()),
    source,
    attribution: image.author,
    license_name: image.license,
    license_url: image.licenseUrl,
    page_url: image.pageUrl,
    width: image.width,
    height: image.height,
    // An author has to be named, so one without a name cannot be credited.
    is_usable: image.author !== '' && isImageLicense(image.license, context.config.IMAGES_NONCOMMERCIAL),
    is_exact: image.isExact,
    quality: image.quality,
  };
}

/** The image of a taxon for its curators. */
export function presentCurrent(context: Context, row: CurrentRow): CurrentImage {
  const variant = row.base_crop_id ? { cropId: row.base_crop_id } : row.is_recorded ? null : 'whole';
  return {
    media_id: row.media_id,
    source: row.source ?? (row.is_recorded ? 'observation' : 'upload'),
    attribution: row.user_name ?? '',
    license: row.license ?? '',
    page_url: row.page_url,
    edit_url: mediaUrls(context, pictureId(row.media_id, variant), context.now())[1600],
    width: Math.max(1, Math.round((row.width ?? 1) * (row.base?.width ?? 1))),
    height: Math.max(1, Math.round((row.height ?? 1) * (row.base?.height ?? 1))),
    crop: row.crop,
    focus: row.focus,
    alt: row.alt,
    life_stage: row.life_stage,
    is_locked: row.is_locked,
  };
}

/** Changes, newest first. The first one shows the image of now, to which nobody has to return. */
export function presentChanges(context: Context, rows: readonly ChangeRow[]): ImageChange[] {
  return rows.map((row, at) => ({
    id: row.id,
    action: row.action,
    user_name: row.user_name,
    changed_at: row.changed_at.toISOString(),
    reason: row.reason,
    attribution: row.attribution,
    license: row.license,
    url:
      row.media_id && row.is_usable
        ? mediaUrls(context, pictureId(row.media_id, row.is_recorded ? cropOf(row) : 'whole'), context.now())[128]
        : null,
    can_revert: at > 0 && row.media_id !== null && row.is_usable,
  }));
}

function cropOf({ crop_id }: ChangeRow): { cropId: string } | null {
  return crop_id ? { cropId: crop_id } : null;
}

/** What everyone may know about an image. */
export function presentInfo(row: CurrentRow, language: Language) {
  return {
    attribution: row.user_name,
    license: row.license,
    license_url: row.license && imageLicenseUrl(row.license),
    page_url: row.page_url,
    alt: row.alt[language] ?? null,
    life_stage: row.life_stage,
    photo_id: row.is_recorded ? row.photo_id : null,
  };
}

export function presentNeed({
  id,
  name,
  scientific_name,
  rank,
  taxon_group,
  has_image,
  need,
  records,
  views,
  is_locked,
}: NeedRow): ImageNeed {
  return {
    id,
    name,
    scientific_name,
    rank,
    group: taxon_group,
    image_url: has_image ? taxonImageUrl(id) : null,
    need,
    records,
    views,
    is_locked,
  };
}
