import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findKeys, type I18nextToolkitConfig, type Logger, type Plugin } from 'i18next-cli';
import { declaredScreens } from './declared-screens.ts';
import type { Namespace } from './texts/catalogue.ts';

/** Where the web app uses texts. Keys have the form `namespace:key`; a plural has no category. */
export interface Uses {
  /** Used literally; must exist. */
  keys: Set<string>;
  /** Prefixes of computed keys, as in `` t(`common:group.${group}`) ``. All keys with the prefix count as used; there must be one. */
  prefixes: Set<string>;
  /** Other strings of the form `namespace:key`, and such prefixes. They count as uses, because keys are also kept as data. */
  mentions: Set<string>;
  mentionedPrefixes: Set<string>;
  /** Where the keys and prefixes stand: `web/src/features/feed/FeedScreen.tsx:49`. */
  places: Map<string, string>;
  unreadable: string[];
}

/** Marks a prefix among keys. No key contains it. */
export const OPEN_END = '…';

type Expression = Parameters<NonNullable<Plugin['extractKeysFromExpression']>>[0];

/**
 * Reads all code of the web app except tests, and what the contract says in words. i18next-cli resolves the namespace of each `t` (hooks, renamed functions, key prefixes,
 * conditions, `Trans`); it does not find computed keys and keys kept as data, which are added here.
 */
export async function findUses(root: string, namespaces: readonly Namespace[]): Promise<Uses> {
  const source = join(root, 'web/src').replaceAll('\\', '/');
  const contract = join(root, 'contract/src').replaceAll('\\', '/');
  const uses: Uses = {
    keys: new Set(),
    prefixes: new Set(),
    mentions: new Set(),
    mentionedPrefixes: new Set(),
    places: new Map(),
    unreadable: [],
  };
  const isNamespaced = (text: string) => namespaces.some(({ name }) => text.startsWith(`${name}:`));
  const plugin: Plugin = {
    name: 'prefixes-and-mentions',
    extractKeysFromExpression: (expression) => prefixesOf(expression).map((text) => `${text}${OPEN_END}`),
    onVisitNode(node) {
      const visited = node as Expression;
      if (visited.type === 'StringLiteral' && isNamespaced(visited.value)) uses.mentions.add(visited.value);
      if (visited.type !== 'TemplateLiteral') return;
      for (const text of prefixesOf(visited)) if (isNamespaced(text)) uses.mentionedPrefixes.add(text);
    },
  };
  const config: I18nextToolkitConfig = {
    locales: ['en'],
    extract: {
      input: [`${source}/**/*.{ts,tsx}`, `${contract}/**/text.ts`],
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
  // Warnings are only advice; `findKeys` adds files that it cannot read to the list passed to it.
  const logger: Logger = { info: () => undefined, warn: () => undefined, error: (message) => void uses.unreadable.push(String(message)) };
  const { allKeys, objectKeys } = await findKeys(config, logger, uses.unreadable);
  for (const { ns, key, locations } of allKeys.values()) {
    const full = `${ns || 'common'}:${key}`;
    const isPrefix = full.endsWith(OPEN_END) || objectKeys.has(key);
    const used = full.endsWith(OPEN_END) ? full.slice(0, -OPEN_END.length) : isPrefix ? `${full}.` : full;
    (isPrefix ? uses.prefixes : uses.keys).add(used);
    const [place] = locations ?? [];
    if (place) uses.places.set(used, `${relative(root, place.file)}:${place.line ?? 1}`);
  }
  // Screens have their titles without the group.
  for (const { title } of declaredScreens(root)) uses.keys.add(`common:screens.${title}`);
  return uses;
}

/** The prefixes of a computed key; none if it begins with a variable. */
function prefixesOf(expression: Expression): string[] {
  switch (expression.type) {
    case 'TemplateLiteral': {
      const [first] = expression.quasis;
      const text = first?.cooked ?? first?.raw ?? '';
      // A prefix such as `common:` would mark all keys of a file as used.
      return expression.expressions.length > 0 && text !== '' && !text.endsWith(':') ? [text] : [];
    }
    case 'BinaryExpression': {
      const { operator, left } = expression;
      return operator === '+' && left.type === 'StringLiteral' ? [left.value] : [];
    }
    case 'ConditionalExpression':
      return [...prefixesOf(expression.consequent), ...prefixesOf(expression.alternate)];
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsSatisfiesExpression':
    case 'TsNonNullExpression':
    case 'ParenthesisExpression':
      return prefixesOf(expression.expression);
    default:
      return [];
  }
}

/**
 * The keys that the server's code names: texts that begin with one of the groups of its texts. A key with a computed end is a prefix,
 * marked by `OPEN_END`.
 */
export function findServerUses(root: string, groups: ReadonlySet<string>): string[] {
  const source = join(root, 'server/src');
  if (!existsSync(source)) return [];
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const key = new RegExp(`(['\`])((?:${[...groups].join('|')})\\.[\\w.]*)(\\$\\{[^}]*\\}[\\w.]*)?\\1`, 'g');
  return files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(key)].map(([, , text = '', end]) => (end ? `${text}${OPEN_END}` : text)),
  );
}
