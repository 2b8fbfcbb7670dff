import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/context.ts';
import { type OperationsOptions, registerOperations } from './operations/routes.ts';

/** Puts every feature on the server, in the order of the line (contract/src/features.ts). */
export async function registerFeatures(app: FastifyInstance, context: Context, options: OperationsOptions): Promise<void> {
  registerOperations(app, context, options);
}
