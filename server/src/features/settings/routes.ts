import {
  deleteSavedPlace,
  deleteSpeciesNote,
  deleteWantedTaxon,
  listSavedPlaces,
  listSpeciesNotes,
  listWantedTaxa,
  MAX_SAVED_PLACES,
  MAX_SPECIES_NOTES,
  MAX_VERTICES_IN_ALL,
  MAX_WANTED_TAXA,
  putSavedPlace,
  putSpeciesNote,
  putWantedTaxon,
  type SavedPlace,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { changeOpenPlace } from '../geo/open-places.ts';
import { countVertices, listPlaces, removePlace, upsertPlace, type ListedPlaceRow } from '../geo/saved-places.ts';
import { identifyPrivateAreas } from '../journeys/tracks/areas.ts';
import { withdrawTracks } from '../journeys/tracks/job.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { listNotes, removeNote, upsertNote, insertWanted, listWanted, lockAndCount, removeWanted } from './store.ts';

/** Changes saved places. If other parts of tracks must be hidden then, those that the person shares are withdrawn. */
async function changingZones({ now }: Context, tx: Tx, userId: string, change: () => Promise<void>): Promise<void> {
  const before = await identifyPrivateAreas(tx, userId);
  await change();
  if ((await identifyPrivateAreas(tx, userId)) !== before) await withdrawTracks(tx, userId, now());
}

/** The lists of a person that all their devices share: saved places, wanted taxa and notes on species. Nobody else can read them. */
export function registerSettings(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listSavedPlaces, access, async ({ caller }) => ({ data: (await listPlaces(db, caller.userId)).map(presentPlace) }));
  serve(
    app,
    putSavedPlace,
    access,
    async ({ params, body, caller }) =>
      inTransaction(db, async (tx) => {
        const { open_to_all: open, ...place } = body;
        // It shows others what the person wrote.
        if (open && !caller.isConfirmed) throw new Fault('email_unconfirmed');
        await changingZones(context, tx, caller.userId, () => upsertPlace(tx, caller.userId, { id: params.id, ...place }));
        await changeOpenPlace(tx, { ownerId: caller.userId, savedPlaceId: params.id, open, now: context.now() });
        if ((await lockAndCount(tx, 'saved_places', caller.userId)) > MAX_SAVED_PLACES) throw invalid('id', 'list_full');
        if (body.geometry && (await countVertices(tx, caller.userId)) > MAX_VERTICES_IN_ALL) throw invalid('geometry', 'shapes_full');
        return undefined;
      }),
    { problems: ['email_unconfirmed'] },
  );
  serve(app, deleteSavedPlace, access, async ({ params, caller }) => {
    await inTransaction(db, (tx) => changingZones(context, tx, caller.userId, () => removePlace(tx, caller.userId, params.id)));
    return undefined;
  });

  serve(app, listWantedTaxa, access, async ({ caller }) => ({ data: await listWanted(db, caller.userId) }));
  serve(app, putWantedTaxon, access, async ({ params, caller }) =>
    inTransaction(db, async (tx) => {
      await insertWanted(tx, caller.userId, params.taxon_id, context.now());
      if ((await lockAndCount(tx, 'wanted_taxa', caller.userId)) > MAX_WANTED_TAXA) throw invalid('taxon_id', 'list_full');
      return undefined;
    }),
  );
  serve(app, deleteWantedTaxon, access, async ({ params, caller }) => {
    await removeWanted(db, caller.userId, params.taxon_id);
    return undefined;
  });

  serve(app, listSpeciesNotes, access, async ({ caller }) => ({ data: await listNotes(db, caller.userId) }));
  serve(app, putSpeciesNote, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      await upsertNote(tx, caller.userId, { taxon_id: await currentTaxonId(tx, params.taxon_id), text: body.text });
      if ((await lockAndCount(tx, 'species_notes', caller.userId)) > MAX_SPECIES_NOTES) throw invalid('taxon_id', 'list_full');
      return undefined;
    }),
  );
  serve(app, deleteSpeciesNote, access, async ({ params, caller }) => {
    await removeNote(db, caller.userId, await currentTaxonId(db, params.taxon_id));
    return undefined;
  });
}

/** A saved place for its owner, who alone may read it, with its true coordinates. */
function presentPlace(row: ListedPlaceRow): SavedPlace {
  const { id, name, kind, latitude, longitude, uncertainty_m, notes, geometry, geoprivacy, habitat, colour } = row;
  const { is_private_zone, list_position, open_to_all } = row;
  return {
    id,
    name,
    kind,
    latitude,
    longitude,
    uncertainty_m,
    notes,
    geometry,
    geoprivacy,
    habitat,
    colour,
    is_private_zone,
    list_position,
    open_to_all,
  };
}
