import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API · Veld</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/scalar.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
});
`;

let viewer: Promise<string> | null = null;

/** The script of the API viewer, taken from its Fastify plugin, whose page cannot be used because it has an inline script. */
function loadViewer(): Promise<string> {
  return (viewer ??= (async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const inner = Fastify();
    await inner.register(reference, { routePrefix: '/docs', configuration: { content: { openapi: '3.1.0' } } });
    const response = await inner.inject('/docs/js/scalar.js');
    if (response.statusCode !== 200) throw new Error('The plugin does not serve the script of the API viewer');
    return response.body;
  })());
}

/** Serves the two scripts of the API page; the page itself is a route of the contract. */
export function serveDocsScripts(app: FastifyInstance): void {
  app.get('/api/docs/scalar.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript')
      .header('cache-control', 'public, max-age=86400')
      .send(await loadViewer()),
  );
  app.get('/api/docs/start.js', { schema: { hide: true } }, async (_request, reply) => reply.type('text/javascript').send(START));
}

export const docsPage = PAGE;
