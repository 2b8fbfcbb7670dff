import type { FastifyInstance } from 'fastify';

/**
 * For calls that must succeed whatever body a client sends: the body is not read. An empty body with a JSON content type,
 * elsewhere a 400, is accepted.
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

/** For a call with an optional body: an empty one counts as none, even with a JSON content type; malformed JSON is a 400. */
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
