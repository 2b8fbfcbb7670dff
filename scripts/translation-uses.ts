import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKeys, type I18nextToolkitConfig, type Logger, type Plugin } from 'i18next-cli';

/** Where the web app asks for words. Keys are written `namespace:key`; a plural without its category. */
export interface Uses {
  /** Asked for by name; must exist. */
  keys: Set<string>;
  /** Beginnings of keys made while running, as of `` t(`common:group.${group}`) ``; everything below counts as used, and something must be there. */
  prefixes: Set<string>;
  /** Text elsewhere in the code that reads `namespace:key`, or begins so: handed on as data. Counts as use, but need not be a key. */
  mentions: Set<string>;
  mentionedPrefixes: Set<string>;
  unreadable: string[];
}

/** Ends a beginning in what the reader of code hands back, where only whole keys are foreseen. No key contains it. */
const OPEN_END = '…';

interface Node {
  type: string;
  [part: string]: unknown;
}

/**
 * Reads all code of the web app but its tests. i18next's own reader knows which `t` belongs to which namespace (hooks, renamed functions,
 * key prefixes, conditions, `Trans`); it leaves out keys made while running and keys kept as data, which are added here.
 */
export async function findUses(root: string, namespaces: readonly string[]): Promise<Uses> {
  const source = join(root, 'web/src').replaceAll('\\', '/');
  const uses: Uses = { keys: new Set(), prefixes: new Set(), mentions: new Set(), mentionedPrefixes: new Set(), unreadable: [] };
  const isNamespaced = (text: string) => namespaces.some((namespace) => text.startsWith(`${namespace}:`));
  const plugin: Plugin = {
    name: 'beginnings-and-mentions',
    extractKeysFromExpression: (expression) => beginnings(expression as unknown as Node).map((text) => `${text}${OPEN_END}`),
    onVisitNode(node) {
      const { type, value } = node as unknown as Node;
      if (type === 'StringLiteral' && typeof value === 'string' && isNamespaced(value)) uses.mentions.add(value);
      if (type !== 'TemplateLiteral') return;
      for (const text of beginnings(node as unknown as Node)) if (isNamespaced(text)) uses.mentionedPrefixes.add(text);
    },
  };
  const config: I18nextToolkitConfig = {
    locales: ['en'],
    extract: {
      input: [`${source}/**/*.{ts,tsx}`],
      ignore: [`${source}/**/*.test.{ts,tsx}`, `${source}/testing/**`],
      output: `${source}/i18n/{{language}}/{{namespace}}.json`,
      functions: ['t', '*.t'],
      transComponents: ['Trans'],
      defaultNS: 'common',
      disablePlurals: true,
      extractFromComments: false,
    },
    plugins: [plugin],
  };
  // Its warnings are advice; what it could not read arrives in the list given to it.
  const logger: Logger = { info: () => undefined, warn: () => undefined, error: (message) => void uses.unreadable.push(String(message)) };
  const { allKeys, objectKeys } = await findKeys(config, logger, uses.unreadable);
  for (const { ns, key } of allKeys.values()) {
    const full = `${ns || 'common'}:${key}`;
    if (full.endsWith(OPEN_END)) uses.prefixes.add(full.slice(0, -OPEN_END.length));
    else if (objectKeys.has(key)) uses.prefixes.add(`${full}.`);
    else uses.keys.add(full);
  }
  for (const title of screenTitles(root)) uses.keys.add(`common:screens.${title}`);
  return uses;
}

/** What a key made while running begins with; nothing when it begins with a variable. */
function beginnings(expression: Node): string[] {
  switch (expression.type) {
    case 'TemplateLiteral': {
      const [first] = expression.quasis as { cooked?: string; raw: string }[];
      const text = first?.cooked ?? first?.raw ?? '';
      // `common:${key}` would call a whole file used; that says nothing.
      return (expression.expressions as unknown[]).length > 0 && text !== '' && !text.endsWith(':') ? [text] : [];
    }
    case 'BinaryExpression': {
      const left = expression.left as Node;
      return expression.operator === '+' && left.type === 'StringLiteral' ? [left.value as string] : [];
    }
    case 'ConditionalExpression':
      return [...beginnings(expression.consequent as Node), ...beginnings(expression.alternate as Node)];
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsSatisfiesExpression':
    case 'TsNonNullExpression':
    case 'ParenthesisExpression':
      return beginnings(expression.expression as Node);
    default:
      return [];
  }
}

/** The table of screens names titles without their beginning. */
function screenTitles(root: string): string[] {
  const path = join(root, 'web/src/app/screens.ts');
  if (!existsSync(path)) return [];
  return [...readFileSync(path, 'utf8').matchAll(/\btitle: '([^']+)'/g)].map((match) => match[1]!);
}
