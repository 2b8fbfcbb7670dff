import { z } from 'zod/mini';
import { wrapLongitude } from '@veld/geometry';
import { groupFields } from './group-fields.ts';
import { PlaceGeometry } from './place-geometry.ts';
import { OpenPlace } from './places/open-place.ts';
import { route } from './route.ts';
import { Geoprivacy, TaxonId, TaxonIdText, requiredText, text, Uuid } from './vocabulary.ts';

export const PLACE_KINDS = ['home', 'garden', 'patch', 'hide', 'trap', 'route', 'other'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export const PLACE_COLOURS = ['moss', 'ochre', 'water', 'brick', 'stone'] as const;
export type PlaceColour = (typeof PLACE_COLOURS)[number];

export const HABITATS = groupFields.habitat.choices;
export type Habitat = (typeof HABITATS)[number];

const placeShape = {
  name: requiredText(80),
  kind: z.enum(PLACE_KINDS),
  /** WGS 84, degrees; of a place with a shape, a point on or in it. */
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180), z.overwrite(wrapLongitude)),
  /** Radius in metres; null if unknown. */
  uncertainty_m: z.nullable(z.number().check(z.gte(0), z.lte(100_000))),
  notes: text(2000),
  // Optional, because earlier versions of the app do not send them. What a request leaves out stays as it is.
  /** Null if the place is its point. */
  geometry: z.nullish(PlaceGeometry),
  /** Of new records of this place, unless the preference of the person is stricter. */
  geoprivacy: z.nullish(Geoprivacy),
  /** Of new records of this place. */
  habitat: z.nullish(z.enum(HABITATS)),
  colour: z.nullish(z.enum(PLACE_COLOURS)),
  /** Of a place of kind `home`: devices obscure new records in it, unless the person shows one (decision 0042). */
  is_private_zone: z.nullish(z.boolean()),
  /** In the person's own order, lower numbers come first, then the places without one, by name. */
  list_position: z.nullish(z.number().check(z.gte(-1e9), z.lte(1e9))),
  /** Others see its name, its boundary and this. Never of a home, a private zone or a line, which end it (decision 0082). */
  open_to_all: z.nullish(OpenPlace),
};
/** A place that a person returns to. Only they can read it, unless they made it public. */
export const SavedPlace = z.object({ id: Uuid, ...placeShape });
export type SavedPlace = z.infer<typeof SavedPlace>;

/** How many saved places, wanted taxa and notes on species a person can have. */
export const MAX_SAVED_PLACES = 1000;
export const MAX_WANTED_TAXA = 10_000;
export const MAX_SPECIES_NOTES = 2000;

export const listSavedPlaces = route({
  method: 'GET',
  path: '/api/settings/locations',
  summary: 'The saved places of the caller',
  replies: { 200: z.object({ data: z.array(SavedPlace) }) },
});

export const putSavedPlace = route({
  method: 'PUT',
  path: '/api/settings/locations/:id',
  summary:
    'Save a place or replace it; optional fields that are left out stay. The id is made on the device and belongs to the caller alone',
  params: z.object({ id: Uuid }),
  body: z.object(placeShape),
  replies: { 204: null },
});

export const deleteSavedPlace = route({
  method: 'DELETE',
  path: '/api/settings/locations/:id',
  summary: 'Remove a saved place; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

const TaxonParams = z.object({ taxon_id: TaxonIdText });

export const listWantedTaxa = route({
  method: 'GET',
  path: '/api/settings/wanted',
  summary: 'Ids of the taxa on the wanted list of the caller, the last added first',
  replies: { 200: z.object({ data: z.array(TaxonId) }) },
});

export const putWantedTaxon = route({
  method: 'PUT',
  path: '/api/settings/wanted/:taxon_id',
  summary: 'Add a taxon to the wanted list; repeating the request changes nothing',
  params: TaxonParams,
  replies: { 204: null },
});

export const deleteWantedTaxon = route({
  method: 'DELETE',
  path: '/api/settings/wanted/:taxon_id',
  summary: 'Remove a taxon from the wanted list; repeating the request changes nothing',
  params: TaxonParams,
  replies: { 204: null },
});
