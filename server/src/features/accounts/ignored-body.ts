import type { FastifyInstance } from 'fastify';

/**
 * For calls that must succeed whatever a client sends with them: a part of the server where the body is not read. An empty
 * body with a JSON content type, which is 400 elsewhere, is fine here.
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

/** For a call whose body may be left out: nothing at all counts as none, also with a JSON content type; broken JSON is 400. */
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
