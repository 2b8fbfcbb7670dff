import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/context.ts';
import { registerFeed } from './feed/routes.ts';
import { registerMedia } from './media/routes.ts';
import { registerObservations } from './observations/routes.ts';
import { type OperationsOptions, registerOperations } from './operations/routes.ts';
import { registerSpecies } from './species/routes.ts';

/** Puts every feature on the server, in the order of the line (contract/src/features.ts). */
export async function registerFeatures(app: FastifyInstance, context: Context, options: OperationsOptions): Promise<void> {
  registerOperations(app, context, options);
  registerMedia(app, context);
  registerObservations(app, context);
  registerSpecies(app, context);
  registerFeed(app, context);
}
