import {
  type License,
  type OwnObservation,
  publicAttributes,
  type PublicObservation,
  type TaxonSummary,
  type Tombstone,
} from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { presentMedia } from '../media/present.ts';
import type { OwnRow, PublicRow } from './store.ts';

/**
 * The only way out for places. Others get the public point (the true one, its grid cell, or none), and of a hidden record
 * the month alone: no time, no zone, no moment of saving (decision 0016).
 */
export function presentPublic(context: Context, row: PublicRow): PublicObservation {
  const isHidden = row.geoprivacy !== 'open';
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
    taxon: presentTaxon(row),
    quality: row.quality,
    is_obscured: isHidden,
    media: photos(context, row, false),
    place: row.geoprivacy === 'private' ? null : row.public_place,
    country_code: row.geoprivacy === 'private' ? null : row.public_country_code,
    taxon_id: row.taxon_id,
    verbatim_name: row.verbatim_name,
    uncertain: row.uncertain,
    observed_on: isHidden ? months(row) : row.observed_on,
    observed_time: isHidden ? null : row.observed_time,
    time_zone: isHidden ? null : row.time_zone,
    latitude: row.geoprivacy === 'private' ? null : row.public_latitude,
    longitude: row.geoprivacy === 'private' ? null : row.public_longitude,
    coordinate_uncertainty_m: row.geoprivacy === 'private' ? null : row.public_uncertainty_m,
    count: row.count,
    count_max: row.count_max,
    count_type: row.count_type,
    life_stage: row.life_stage,
    sex: row.sex,
    notes: row.notes,
    license: row.license as License | null,
    attributes: publicAttributes(row.attributes, isHidden),
    created_at: isHidden ? null : row.created_at.toISOString(),
  };
}

/** A record for its owner: everything, as it was given. */
export function presentOwn(context: Context, row: OwnRow): OwnObservation {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
    taxon: presentTaxon(row),
    quality: row.quality,
    is_obscured: row.geoprivacy !== 'open',
    media: photos(context, row, true),
    place: row.place,
    country_code: row.country_code,
    taxon_id: row.taxon_id,
    verbatim_name: row.verbatim_name,
    uncertain: row.uncertain,
    observed_on: row.observed_on,
    observed_time: row.observed_time,
    time_zone: row.time_zone,
    latitude: row.latitude,
    longitude: row.longitude,
    coordinate_uncertainty_m: row.coordinate_uncertainty_m,
    location_source: row.location_source as OwnObservation['location_source'],
    location_id: row.location_id,
    count: row.count,
    count_max: row.count_max,
    count_type: row.count_type as OwnObservation['count_type'],
    life_stage: row.life_stage as OwnObservation['life_stage'],
    sex: row.sex as OwnObservation['sex'],
    notes: row.notes,
    private_notes: row.private_notes,
    geoprivacy: row.geoprivacy,
    geoprivacy_until: row.geoprivacy_until,
    license: row.license as License | null,
    journey_id: row.journey_id,
    attributes: row.attributes,
    needs_review: row.needs_review,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What a device learns of an own change: the record, or that it is gone. */
export function presentChange(context: Context, row: OwnRow): OwnObservation | Tombstone {
  return row.is_deleted ? { id: row.id, version: row.version, deleted: true } : presentOwn(context, row);
}

function presentTaxon(row: PublicRow): TaxonSummary | null {
  if (row.taxon_id === null) return null;
  return {
    id: row.taxon_id,
    name: row.taxon_name!,
    scientific_name: row.taxon_scientific_name!,
    rank: row.taxon_rank!,
    group: row.taxon_group as TaxonSummary['group'],
    image_url: row.taxon_has_image ? `/api/taxon/${row.taxon_id}/image` : null,
  };
}

function photos(context: Context, row: PublicRow, isOwner: boolean): PublicObservation['media'] {
  const now = context.now();
  return row.media.map((photo) => presentMedia(context, photo, isOwner, now));
}

/** The months that the days of a record touch: `2026-05`, or `2026-05/2026-06`. */
function months(row: PublicRow): string | null {
  if (!row.observed_from || !row.observed_to) return null;
  const first = row.observed_from.slice(0, 7);
  const last = row.observed_to.slice(0, 7);
  return first === last ? first : `${first}/${last}`;
}
