import fc from 'fast-check';

/** A JSON schema as it occurs in the OpenAPI document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

export interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation | Parameter[]>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export interface DescribedRequest {
  operation: Operation;
  method: string;
  /** With query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Requests as a client could send them that knows only the document, and some that break it. `ids` are ids of existing objects. */
export function describedRequests(document: Document, ids: readonly (string | number)[]): fc.Arbitrary<DescribedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      Array.isArray(operation)
        ? []
        : [{ path, method, operation: { ...operation, parameters: [...parametersOf(item), ...(operation.parameters ?? [])] } }],
    ),
  );
  const valueOf = (schema: Schema) => fc.oneof({ weight: 8, arbitrary: fromSchema(document, schema) }, { weight: 1, arbitrary: anything });
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const pathNames = operation.parameters.filter((one) => one.in === 'path');
    const others = operation.parameters.filter((one) => one.in !== 'path');
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    return fc
      .record({
        names: fc.tuple(...pathNames.map(({ schema }) => fc.oneof(fc.constantFrom(...ids), valueOf(schema)))),
        others: fc.tuple(...others.map(({ schema, required }) => fc.option(valueOf(schema), { nil: undefined, freq: required ? 20 : 2 }))),
        body: type ? fc.option(fc.tuple(fc.constant(type), bodyOf(content!.schema)), { nil: undefined, freq: 20 }) : fc.constant(undefined),
        oddType: fc.option(fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'x'), {
          nil: null,
          freq: 20,
        }),
      })
      .map((drawn): DescribedRequest => {
        const query = new URLSearchParams();
        const headers: Record<string, string> = {};
        others.forEach((parameter, index) => {
          const value = drawn.others[index];
          if (value === undefined) return;
          if (parameter.in === 'query') query.append(parameter.name, asText(value));
          else headers[parameter.name] = asText(value).replace(/[^\x20-\x7e]/g, '?');
        });
        const filled = pathNames.reduce(
          (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(asText(drawn.names[index]) || '-')),
          path,
        );
        if (drawn.body) headers['content-type'] = drawn.oddType ?? drawn.body[0];
        return {
          operation,
          method: method.toUpperCase(),
          path: `${filled}${query.size > 0 ? `?${query}` : ''}`,
          headers,
          body: drawn.body?.[1],
        };
      });
  });

  function bodyOf(schema: Schema): fc.Arbitrary<string> {
    const valid = fromSchema(document, schema).map((value) => JSON.stringify(value) ?? 'null');
    const altered = fc
      .tuple(fromSchema(document, schema), fc.string({ maxLength: 12 }), anything)
      .map(([value, key, odd]) => JSON.stringify(typeof value === 'object' && value !== null ? { ...value, [key]: odd } : odd) ?? 'null');
    return fc.oneof(
      { weight: 6, arbitrary: valid },
      { weight: 3, arbitrary: altered },
      { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constantFrom('', '{', '[]', 'null', '{"a":1e999}')) },
    );
  }
}

/** The parameters of all operations of a path. */
function parametersOf({ parameters }: Document['paths'][string]): Parameter[] {
  return Array.isArray(parameters) ? parameters : [];
}

const anything = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', 'a'.repeat(5_000), '\u0000', '9999-12-31', '__proto__', [], {}),
  fc.integer(),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.object({ maxDepth: 1 }),
);

function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Values of a schema. Where formats and patterns cannot be followed, some values are invalid. */
function fromSchema(document: Document, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return fromSchema(document, document.components.schemas[schema.$ref.split('/').at(-1)!]!, depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fromSchema(document, option, depth)));
  if (schema.allOf) return fromSchema(document, Object.assign({}, ...schema.allOf) as Schema, depth);
  const types = [schema.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => fromSchema(document, { ...schema, type }, depth)));
  switch (types[0]) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -100, -(2 ** 31)), max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(fromSchema(document, schema.items ?? {}, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      });
    case 'object':
      return objectOf(document, schema, depth);
    default:
      return anything;
  }
}

function objectOf(document: Document, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fromSchema(document, part, depth + 1)]),
  );
  const known = fc.record(fields, { requiredKeys: schema.required?.filter((name) => name in fields) ?? [] });
  if (typeof schema.additionalProperties !== 'object' || depth > 2) return known;
  const more = fc.dictionary(fc.string({ maxLength: 10 }), fromSchema(document, schema.additionalProperties, depth + 1), { maxKeys: 3 });
  return fc.tuple(known, more).map(([one, other]) => ({ ...other, ...one }));
}

function textOf({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  // Patterns with lookaheads and the like cannot be generated.
  if (pattern && !/\(\?[=!<]|\\[bp]/i.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) });
}
