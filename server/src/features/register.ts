import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/context.ts';
import { serveWeb } from '../http/web.ts';
import { registerMail } from '../mail/sender.ts';
import { registerErasing } from './accounts/erase.ts';
import { registerAccounts } from './accounts/routes.ts';
import { registerAdmin } from './admin/routes.ts';
import { articleLibrary } from './articles/library.ts';
import { registerArticles } from './articles/routes.ts';
import { articleSizes } from './articles/size.ts';
import { eraseComments } from './comments/erase.ts';
import { registerComments } from './comments/routes.ts';
import { registerCommunity } from './community/routes.ts';
import { publicUrl } from '../mail/outbox.ts';
import { registerDiscover } from './discover/routes.ts';
import { discoveryLink } from './embeds/oembed.ts';
import { frameAncestorsOf, registerEmbeds } from './embeds/routes.ts';
import { registerFeed } from './feed/routes.ts';
import { eraseFeedback, eraseScreenshots, registerFeedback } from './feedback/routes.ts';
import { registerFrequencies } from './frequencies/routes.ts';
import { eraseIdentifications } from './identifications/erase.ts';
import { registerIdentifications } from './identifications/routes.ts';
import { registerImages } from './images/routes.ts';
import { registerJourneys } from './journeys/routes.ts';
import { registerMap } from './map/routes.ts';
import { registerMapSources } from './map/sources/routes.ts';
import { registerMotivation } from './motivation/routes.ts';
import { isToast } from './motivation/toasts-store.ts';
import { creditPhotos } from './media/credit.ts';
import { eraseMedia, eraseUploads } from './media/erase.ts';
import { registerMedia } from './media/routes.ts';
import { eraseObservations, erasePrivateParts } from './observations/erase.ts';
import { storeSendsMail } from './observations/grade.ts';
import { registerObservations } from './observations/routes.ts';
import { eraseProjects } from './projects/erase.ts';
import { registerProjects } from './projects/routes.ts';
import { eraseReactions } from './reactions/erase.ts';
import { registerReactions } from './reactions/routes.ts';
import { notifyFollowed, notifyNewDevice } from './notifications/listeners.ts';
import { countUnreadOf, registerNotifications } from './notifications/routes.ts';
import { type OperationsOptions, registerOperations } from './operations/routes.ts';
import { registerRelations } from './relations/routes.ts';
import { eraseReports, eraseReportsAbout, registerReports } from './reports/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { registerSpecies } from './species/routes.ts';
import { findSummaries } from './taxa/lineages.ts';
import { registerTaxa } from './taxa/routes.ts';
import { eraseTileRequests } from './tile-requests/cleanup.ts';
import { registerTileRequests } from './tile-requests/routes.ts';

/** Registers every feature, in the order of contract/src/features.ts. */
export async function registerFeatures(app: FastifyInstance, context: Context, options: OperationsOptions): Promise<void> {
  registerOperations(app, context, options);
  await registerAccounts(app, context, {
    names: [creditPhotos],
    newDevice: notifyNewDevice,
    countUnread: (userId, preferences) => countUnreadOf(context, userId, preferences),
    isToast: (id) => isToast(context.db, id),
  });
  registerRelations(app, context, notifyFollowed);
  await registerNotifications(app, context, findSummaries);
  registerMedia(app, context);
  const library = articleLibrary();
  const taxonomy = await registerTaxa(app, context, articleSizes(context, library));
  registerArticles(app, context, library);
  await storeSendsMail(context);
  registerObservations(app, context);
  registerIdentifications(app, context);
  registerReactions(app, context);
  registerComments(app, context);
  registerReports(app, context);
  registerMotivation(app, context);
  registerFrequencies(app, context);
  registerSpecies(app, context);
  registerJourneys(app, context);
  registerMap(app, context);
  registerMapSources(app, context);
  registerProjects(app, context);
  registerFeed(app, context);
  registerDiscover(app, context);
  registerCommunity(app, context);
  registerFeedback(app, context);
  registerSettings(app, context);
  registerTileRequests(app, context);
  registerEmbeds(app, context);
  registerAdmin(app, context);
  registerImages(app, context, taxonomy);
  const erasePrivate = [eraseUploads, eraseTileRequests, eraseReports];
  registerErasing(context, {
    private: [erasePrivateParts, eraseScreenshots, ...erasePrivate],
    // Records refer to photos, and what people say about them to records, so those are erased first.
    everything: [
      eraseIdentifications,
      eraseReactions,
      eraseComments,
      eraseProjects,
      eraseObservations,
      eraseMedia,
      eraseFeedback,
      eraseReportsAbout,
      ...erasePrivate,
    ],
  });
  registerMail(context);
  await serveWeb(
    app,
    context.config,
    (_path, key) => frameAncestorsOf(context, key),
    (request) => discoveryLink(`${publicUrl(context)}${request.url}`),
  );
}
