import { z } from 'zod/mini';
import { route } from '../route.ts';
import { requiredText, TaxonId, TaxonIdText } from '../vocabulary.ts';

const TaxonParams = z.object({ taxon_id: TaxonIdText });

export const MAX_NOTE_LENGTH = 4000;

/** What a person wrote about a taxon. Only they can read it. */
export const SpeciesNote = z.object({
  taxon_id: TaxonId,
  /** Longer than `MAX_NOTE_LENGTH` only after two taxa with notes were merged. */
  text: z.string(),
});
export type SpeciesNote = z.infer<typeof SpeciesNote>;

export const listSpeciesNotes = route({
  method: 'GET',
  path: '/api/settings/species-notes',
  summary: 'The private notes of the caller on taxa',
  replies: { 200: z.object({ data: z.array(SpeciesNote) }) },
});

export const putSpeciesNote = route({
  method: 'PUT',
  path: '/api/settings/species-notes/:taxon_id',
  summary: 'Save the private note of the caller on a taxon or replace it; a merged taxon is its successor',
  params: TaxonParams,
  body: z.object({ text: requiredText(MAX_NOTE_LENGTH) }),
  replies: { 204: null },
});

export const deleteSpeciesNote = route({
  method: 'DELETE',
  path: '/api/settings/species-notes/:taxon_id',
  summary: 'Remove the private note of the caller on a taxon; repeating the request changes nothing',
  params: TaxonParams,
  replies: { 204: null },
});
