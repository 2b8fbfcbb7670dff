import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';

export type UserRow = Selectable<Tables['users']>;
export type ClosedAccountRow = Selectable<Tables['closed_accounts']>;
export type MediaRow = Selectable<Tables['media']>;
export type MediaCropRow = Selectable<Tables['media_crops']>;
export type ObservationRow = Selectable<Tables['observations']>;
export type ObservationMediaRow = Selectable<Tables['observation_media']>;
export type TaxonomyImportRow = Selectable<Tables['taxonomy_imports']>;
export type TaxonTableRow = Selectable<Tables['taxa']>;
