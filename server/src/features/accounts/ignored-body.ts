import type { FastifyInstance } from 'fastify';

/**
 * Registers routes that ignore the request body, so that they succeed with any body. This includes an empty body with a JSON
 * content type, which otherwise gives 400.
 */
export async function ignoredBody(app: FastifyInstance, serveRoutes: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      payload.on('end', () => done(null));
      payload.on('error', done);
    });
    serveRoutes(scope);
  });
}

/** Registers routes with an optional JSON body. An empty body is null, even with a JSON content type; malformed JSON gives 400. */
export async function optionalBody(app: FastifyInstance, serveRoutes: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
      const text = body.toString();
      if (text.trim() === '') return done(null, null);
      return parse(request, text, done);
    });
    serveRoutes(scope);
  });
}
