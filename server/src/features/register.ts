import type { Preferences } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/context.ts';
import { serveWeb } from '../http/web.ts';
import { publicUrl } from '../mail/outbox.ts';
import { registerMail } from '../mail/sender.ts';
import { registerErasing } from './accounts/erase.ts';
import { features } from './all.ts';
import { articleLibrary } from './articles/library.ts';
import { articleSizes } from './articles/size.ts';
import { eraseComments } from './comments/erase.ts';
import { discoveryLink } from './embeds/oembed.ts';
import { frameAncestorsOf } from './embeds/routes.ts';
import { eraseFeedback, eraseScreenshots } from './feedback/routes.ts';
import { eraseIdentifications } from './identifications/erase.ts';
import { creditPhotos } from './media/credit.ts';
import { eraseMedia, eraseUploads } from './media/erase.ts';
import { isToast } from './motivation/toasts-store.ts';
import { notifyFollowed, notifyNewDevice } from './notifications/listeners.ts';
import { countUnreadOf } from './notifications/routes.ts';
import { eraseObservations, erasePrivateParts } from './observations/erase.ts';
import type { OperationsOptions } from './operations/routes.ts';
import { eraseProjects } from './projects/erase.ts';
import { eraseReactions } from './reactions/erase.ts';
import { eraseReports, eraseReportsAbout } from './reports/routes.ts';
import { findSummaries } from './taxa/lineages.ts';
import { cachedState } from './taxa/state.ts';
import { eraseTileRequests } from './tile-requests/cleanup.ts';

/** Registers every feature, and hands each what others do for it. */
export async function registerFeatures(app: FastifyInstance, context: Context, options: OperationsOptions): Promise<void> {
  const library = articleLibrary();
  const pieces = {
    ...options,
    names: [creditPhotos],
    newDevice: notifyNewDevice,
    countUnread: (userId: string, preferences: Preferences) => countUnreadOf(context, userId, preferences),
    isToast: (id: string) => isToast(context.db, id),
    onFollow: notifyFollowed,
    findTaxa: findSummaries,
    library,
    articles: articleSizes(context, library),
    taxonomy: cachedState(context),
  };
  for (const feature of features) await feature.register(app, context, pieces);
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
