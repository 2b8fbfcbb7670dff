import type { Embed, EmbedRecord } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { presentListed } from '../observations/present.ts';
import type { ListedRow } from '../observations/store.ts';
import type { ProjectRow } from '../projects/store.ts';
import type { Counter, EmbedRow } from './store.ts';

export function presentEmbed(row: EmbedRow): Embed {
  return { id: row.id, label: row.label, origins: row.origins, created_at: row.created_at.toISOString() };
}

export function presentCounts({ name, observations, species }: Counter): Pick<Counter, 'name' | 'observations' | 'species'> {
  return { name, observations, species };
}

/** What another website shows of a project besides its figures. */
export function presentEmbedProject({ name, people, start_on, end_on, cancelled_at }: ProjectRow) {
  return { name, people, start_on, end_on, is_cancelled: cancelled_at !== null };
}

/** A part of what everybody sees of a record in lists. */
export function presentRecord(context: Context, row: ListedRow): EmbedRecord {
  const { id, taxon, verbatim_name, observed_on, country_code, media } = presentListed(context, row);
  return {
    id,
    taxon: taxon && { id: taxon.id, name: taxon.name, scientific_name: taxon.scientific_name, rank: taxon.rank, group: taxon.group },
    verbatim_name: verbatim_name ?? null,
    observed_on: observed_on ?? null,
    country_code,
    photo: media.find(({ urls }) => urls)?.urls?.[128] ?? null,
  };
}
