import type { Preferences } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/context.ts';
import type { Eraser } from '../http/feature.ts';
import { serveWeb } from '../http/web.ts';
import { publicUrl } from '../mail/outbox.ts';
import { registerMail } from '../mail/sender.ts';
import { registerErasing } from './accounts/closed.ts';
import { declarations, features } from './all.ts';
import { articleLibrary } from './articles/library.ts';
import { articleSizes } from './articles/present.ts';
import { countPublic } from './community/store.ts';
import { discoveryLink } from './embeds/oembed.ts';
import { listFrameAncestors } from './embeds/routes.ts';
import { PHOTO_STATES } from './media/store.ts';
import { creditPhotos } from './taxa/taxon-images.ts';
import { isToast } from './motivation/toasts.ts';
import { notifyFollowed, notifyNewDevice } from './notifications/write.ts';
import { countShownUnread } from './notifications/routes.ts';
import type { OperationsOptions } from './operations/routes.ts';
import { findProjectRecords } from './projects/access.ts';
import { findSummaries } from './taxa/lineages.ts';
import { cachedState } from './taxa/state.ts';
import { isValidator } from './validation/validators.ts';

/** Registers every feature, and hands each what others do for it. */
export async function registerFeatures(
  app: FastifyInstance,
  context: Context,
  options: Omit<OperationsOptions, 'countPublic' | 'photoStates'>,
): Promise<void> {
  const library = articleLibrary();
  const pieces = {
    ...options,
    countPublic,
    photoStates: PHOTO_STATES,
    names: [creditPhotos],
    newDevice: notifyNewDevice,
    countUnread: (userId: string, preferences: Preferences) => countShownUnread(context, userId, preferences),
    isValidator: (userId: string) => isValidator(context.db, userId),
    isToast: (id: string) => isToast(context.db, id),
    onFollow: notifyFollowed,
    findTaxa: findSummaries,
    library,
    articles: articleSizes(context, library),
    taxonomy: cachedState(context),
    projectRecords: findProjectRecords(context),
    pages: declarations.flatMap(({ pages = [] }) => pages),
  };
  for (const feature of features) await feature.register(app, context, pieces);
  registerErasing(context, { private: erasersOf('private'), everything: erasersOf('everything') });
  registerMail(context);
  await serveWeb(
    app,
    context.config,
    (_path, key) => listFrameAncestors(context, key),
    (request) => discoveryLink(`${publicUrl(context)}${request.url}`),
  );
}

/** What later features store refers to earlier ones, so it is erased first. */
function erasersOf(kind: 'private' | 'everything'): Eraser[] {
  return declarations.toReversed().flatMap(({ erase }) => erase?.[kind] ?? []);
}
