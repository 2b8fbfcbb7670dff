import swagger from '@fastify/swagger';
import * as contract from '@veld/contract';
import { isRecord, type ProblemCode, PROBLEMS, type Route } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod/mini';
import type { Config } from './config.ts';
import { routeRows } from './features/all.ts';
import { uploadPaths } from './features/media/upload-paths.ts';
import type { ByState, Expected } from './http/feature.ts';
import type { Description } from './http/serve.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The statuses that the OpenAPI document has for a route. */
    describedStatuses: (route: Route) => ReadonlySet<number>;
  }
}

/** The parts of an OpenAPI document that are completed here. */
interface Operation {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, unknown>;
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> };
}

/** What each feature with routes is about. */
const TAGS: Partial<Record<contract.Feature, string>> = {
  operations: 'The state of the server, and this description',
  accounts: 'Accounts, sessions, passwords, settings and invitations',
  relations: 'Whom a person follows, has muted or has blocked',
  notifications: 'What people are told about, and how',
  media: 'Photos: resumable uploads, signed addresses and quota',
  taxa: 'The taxonomy, its updates and imports, and the images of taxa',
  observations: 'Records of species: the own ones, those of others, changes and history',
  identifications: 'What people say that a record shows, and what they agree on',
  reactions: 'Emoji with which people react to records',
  comments: 'What people write below records',
  reports: 'What people report to the moderators, and what these decide',
  motivation: 'Experience, badges and messages of the administrators',
  species: 'Species pages and the species a person has seen',
  journeys: 'Journeys of people, with their tracks',
  map: 'Records on the map, as vector tiles',
  projects: 'Projects in which people record species together',
  feed: 'Recent public records',
  community: 'People who chose to be listed, and their profiles',
  feedback: 'Feedback about Veld',
  settings: 'Lists that a person’s devices share',
  admin: 'People, versions of the app, background jobs and storage, for admins',
  embeds: 'Counters, maps, species and records for other websites',
};

const BINARY = { type: 'string', format: 'binary' };
const SESSION = [{ session: [] }];

/** The contract's schemas by their names, which become the names of the document's components. */
const schemas = z.registry<{ id: string }>();
/** The names of the contract's routes, which become operation ids. */
const operationIds = new Map<unknown, string>();
for (const [name, value] of Object.entries(contract)) {
  if (value instanceof z.core.$ZodType) {
    if (/^[A-Z][A-Za-z]+$/.test(name)) schemas.add(value, { id: name });
  } else if (typeof value === 'object' && value !== null && 'replies' in value) operationIds.set(value, name);
}

/**
 * Describes the routes of the contract as OpenAPI. Who may call a route, and with which errors it answers, comes from the
 * authorization table, from what the route takes (a body can be malformed or too large), and from the `problems` passed to `serve`.
 */
export async function registerOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  const descriptions = new Map<string, Description>();
  app.addHook('onRoute', ({ method, url, config: routeConfig }) => {
    if (routeConfig?.description && method !== 'HEAD') descriptions.set(`${[method].flat()[0]} ${url}`, routeConfig.description);
  });
  app.decorate('describedStatuses', (route) => {
    const description = descriptions.get(keyOf(route));
    return new Set(description ? [...repliesOf(description), ...problemStatuses(description)] : []);
  });
  const addComponents = createJsonSchemaTransformObject({ schemaRegistry: schemas });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Veld',
        version: config.VERSION,
        description:
          'Species observations, recorded online and offline. Errors are problems (RFC 9457). Ids are made by the client, so a request may be repeated.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.PUBLIC_URL ?? '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token in the response to registration and login.' },
          metrics: { type: 'http', scheme: 'bearer', description: 'The METRICS_TOKEN of the installation.' },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: schemas }),
    transformObject: (input) => {
      const document = addComponents(input) as Document;
      for (const description of descriptions.values()) addDetails(document, description);
      document.paths = { ...document.paths, ...(uploadPaths as unknown as Document['paths']) };
      document.components = { ...document.components, responses: problemResponses() };
      describeDefaults(document);
      const complete = mergeEqual(document);
      dropUnused(complete);
      return complete;
    },
  });
}

const keyOf = ({ method, path }: Route) => `${method} ${path}`;

/** Adds what the schemas of a route do not say. */
function addDetails(document: Document, description: Description): void {
  const { route } = description;
  const operation = document.paths?.[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${keyOf(route)} is not in the OpenAPI document`);
  operation.operationId = operationIds.get(route) ?? keyOf(route);
  operation.security = securityOf(description);
  // The summary is the first sentence or clause; the description has all.
  const summary = /^(.+?)(?:[.;] .*)?$/.exec(route.summary)?.[1];
  if (summary !== route.summary) Object.assign(operation, { summary, description: route.summary });
  if (route.bodyType) operation.requestBody = { required: true, content: { [route.bodyType]: { schema: BINARY } } };
  operation.responses = {
    ...Object.fromEntries(repliesOf(description).map((status) => [status, replyOf(route, status, operation.responses[status])])),
    ...Object.fromEntries(problemStatuses(description).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    '5XX': { $ref: '#/components/responses/5XX' },
  };
}

function securityOf({ route, isPublic }: Description): Operation['security'] {
  if (route === contract.getMetrics) return [{}, { metrics: [] }];
  if (isPublic) return [];
  return routeRows[keyOf(route)]?.access.none === 401 ? SESSION : [{}, ...SESSION];
}

function repliesOf({ route, isConditional }: Description): number[] {
  return [...Object.keys(route.replies).map(Number), ...(isConditional ? [304] : [])];
}

const REPLIES: Record<number, string> = {
  202: 'Accepted',
  204: 'Done',
  206: 'The range of the request',
  304: 'Not modified since the response with this ETag',
  416: 'The archive is not as long as the range begins',
};

function replyOf(route: Route, status: number, generated: unknown): unknown {
  const description = REPLIES[status] ?? 'OK';
  if (status === 304 || route.replies[status] === null) return { description };
  if (!route.replyType) return { ...(isRecord(generated) ? generated : {}), description };
  return { description, content: { [route.replyType]: { schema: route.replyType.startsWith('text/') ? { type: 'string' } : BINARY } } };
}

/** The statuses in the authorization table's row of a route. */
function expectedStatuses(key: string): number[] {
  return Object.values(routeRows[key]?.access ?? {}).flatMap((expected: Expected | ByState) =>
    typeof expected === 'number' ? [expected] : Object.values(expected),
  );
}

/** The statuses of the errors that a route can answer with, except those of a server that is in trouble (5XX). */
function problemStatuses({ route, problems, isPublic }: Description): number[] {
  const statuses = new Set<number>(problems.map((code) => PROBLEMS[code]));
  const add = (...codes: ProblemCode[]) => codes.forEach((code) => statuses.add(PROBLEMS[code]));
  for (const status of expectedStatuses(keyOf(route))) if (status >= 400) statuses.add(status);
  add('malformed');
  if (route.params) add('not_found');
  if (route.body ?? route.query ?? route.headers) add('validation');
  // Any method but GET may send a body, which is read even where none is expected, and counts as a write.
  if (route.method !== 'GET' && !isPublic) add('suspended');
  if (route.method !== 'GET') add('too_large', 'unsupported_media', 'too_many_requests');
  return [...statuses].toSorted((one, two) => one - two);
}

const TITLES: Record<number, string> = {
  400: 'The request is malformed',
  401: 'There is no valid session, or the credentials are wrong',
  403: 'The caller may not do this',
  404: 'It does not exist, or the caller may not see it',
  409: 'It was changed in the meantime, or is in another state',
  410: 'It was deleted',
  413: 'The body is too large, or there is no space left in the account',
  415: 'The body has another media type',
  423: 'Moderators have restricted the caller, who may not do this at the moment',
  422: 'Values are invalid; `errors` has messages by field',
  429: 'Too many requests; try again after the time in Retry-After',
};

function problemResponses(): Record<string, unknown> {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } };
  return {
    ...Object.fromEntries(
      Object.entries(TITLES).map(([status, description]) => [
        status,
        { description, ...(status === '429' || status === '423' ? { headers: retryAfter } : {}), content },
      ]),
    ),
    '5XX': { description: 'The server is in trouble: 500, 503 (try again after Retry-After) or 507', headers: retryAfter, content },
  };
}

/**
 * Says in words what a request may leave out. Generators take a property with `default` for one that is always there, which is
 * true of responses only.
 */
function describeDefaults(document: Document): void {
  const inWords = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(inWords);
    if (!isRecord(schema)) return schema;
    const { default: value, ...rest } = schema;
    return {
      ...Object.fromEntries(
        Object.entries(rest).map(([key, part]) => [
          key,
          key === 'properties' ? Object.fromEntries(Object.entries(part ?? {}).map(([name, one]) => [name, inWords(one)])) : inWords(part),
        ]),
      ),
      ...(value === undefined ? {} : { description: `${JSON.stringify(value)} if absent` }),
    };
  };
  const all = document.components?.schemas ?? {};
  for (const name of Object.keys(all)) if (name.endsWith('Input')) all[name] = inWords(all[name]);
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) => Object.values(item)))
    for (const part of ['requestBody', 'parameters'] as const) if (operation[part]) operation[part] = inWords(operation[part]) as never;
}

/**
 * A schema has a component for requests and one for responses, since they can differ by transformations and default values. Keeps
 * one where they are equal.
 */
function mergeEqual(document: Document): Document {
  const all = document.components?.schemas ?? {};
  const merged = new Set(Object.keys(all).filter((name) => name.endsWith('Input') && name.slice(0, -5) in all));
  const renamed = (value: unknown) =>
    JSON.stringify(value).replace(/"#\/components\/schemas\/(\w+)"/g, (reference, name: string) =>
      merged.has(name) ? `"#/components/schemas/${name.slice(0, -5)}"` : reference,
    );
  for (let size = -1; size !== merged.size;) {
    size = merged.size;
    for (const name of merged) if (renamed(all[name]) !== renamed(all[name.slice(0, -5)])) merged.delete(name);
  }
  return JSON.parse(renamed(document));
}

/** Removes the components that nothing refers to. */
function dropUnused(document: Document): void {
  const { schemas: all = {} } = document.components ?? {};
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(all[name]);
    }
  };
  follow(document.paths);
  follow(document.components?.responses);
  if (document.components) document.components.schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}
