import { parseSync, visitorKeys } from 'oxc-parser';

/** A change of one expression or statement that a test should detect. Offsets are in UTF-16 units. */
export interface Mutant {
  operator: Operator;
  line: number;
  start: number;
  end: number;
  original: string;
  /** The expression that replaces the original; null where a statement or block is removed. */
  replacement: string | null;
}

export type Operator =
  | 'boundary'
  | 'negation'
  | 'logic'
  | 'arithmetic'
  | 'boolean'
  | 'string'
  | 'number'
  | 'call'
  | 'await'
  | 'chain'
  | 'array'
  | 'object'
  | 'return'
  | 'block';

interface Node {
  type: string;
  start: number;
  end: number;
}

/** What a node of the syntax tree may have; each type has some of these. */
interface Parts {
  alternate?: Node | null;
  argument?: Node | null;
  arguments?: Node[];
  body?: Node | Node[];
  callee?: Node;
  computed?: boolean;
  consequent?: Node | Node[];
  directive?: string | null;
  elements?: (Node | null)[];
  expression?: Node;
  expressions?: Node[];
  key?: Node;
  kind?: string;
  left?: Node;
  name?: Node | string;
  object?: Node;
  operator?: string;
  optional?: boolean;
  prefix?: boolean;
  properties?: Node[];
  property?: Node;
  quasis?: (Node & { value: { raw: string } })[];
  right?: Node;
  test?: Node | null;
  value?: unknown;
}

type AnyNode = Node & Parts;

const BOUNDARY: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const NEGATION: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
const LOGIC: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' };
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*', '<<': '>>', '>>': '<<' };
const ASSIGNMENT: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };

/** Larger numbers are mostly limits and waits, where one more makes no difference: they become 0. */
const LARGEST_COUNT = 1000;
/** Expressions with a type beside them; every other node whose name starts with TS is only a type. */
const TYPED_EXPRESSIONS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Properties whose texts only document. */
const DOCUMENTING = new Set(['summary', 'description']);
/** Attributes that only style. */
const STYLING = new Set(['className', 'classNames', 'style', 'styles']);
const LOG_CALL = /^(?:console|(?:[\w.?]+\.)?log(?:ger)?)\??\.(?:trace|debug|info|log|warn|error|fatal)$/;
const PLAIN_ERROR = /^(?:Type|Range)?Error$/;

/** All mutants of a source file, in the order of the text. */
export function findMutants(path: string, text: string): Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const lineStarts = [...text.matchAll(/^/gm)].map((match) => match.index);
  const lineOf = (at: number) => lineStarts.findLastIndex((start) => start <= at) + 1;
  const slice = (node: Node) => text.slice(node.start, node.end);
  const add = (operator: Operator, node: Node, replacement: string | null) =>
    mutants.push({ operator, line: lineOf(node.start), start: node.start, end: node.end, original: slice(node), replacement });

  const visit = (node: AnyNode, parents: readonly AnyNode[]): void => {
    if (isLeftOut(node, parents, slice)) return;
    mutate(node, parents, slice, add);
    for (const child of childrenOf(node, parents)) visit(child, [...parents, node]);
  };
  visit(program, []);
  return mutants.toSorted((one, two) => one.start - two.start || two.end - one.end);
}

function isLeftOut(node: AnyNode, parents: readonly AnyNode[], slice: (node: Node) => string): boolean {
  const parent = parents.at(-1);
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return true;
  if (/^(?:Import|ExportAll)/.test(node.type) || node.type === 'MetaProperty') return true;
  if (node.type === 'ChainExpression') return isLeftOut(node.expression!, [], slice);
  if (node.type === 'CallExpression') {
    const callee = slice(node.callee!);
    return LOG_CALL.test(callee) || callee === 'import.meta.glob' || callee.endsWith('.describe');
  }
  if (node.type === 'NewExpression') return slice(node.callee!) === 'URL' && slice(node).includes('import.meta.url');
  if (node.type === 'JSXAttribute') return STYLING.has(slice(node.name as Node));
  return parent?.type === 'Property' && parent.value === node && DOCUMENTING.has(slice(parent.key!));
}

/** The children that may hold mutants: no patterns, names or types. */
function childrenOf(node: AnyNode, parents: readonly AnyNode[]): AnyNode[] {
  const keys = (visitorKeys[node.type] ?? []).filter((key) => {
    if (/^(?:typeAnnotation|typeArguments|typeParameters|returnType|superTypeArguments|implements)$/.test(key)) return false;
    if (key === 'key') return Boolean(node.computed);
    return !(node.type === 'ExportNamedDeclaration' && (key === 'source' || key === 'specifiers'));
  });
  const children = keys
    .flatMap((key) => (node as unknown as Record<string, AnyNode | (AnyNode | null)[] | null>)[key] ?? [])
    .filter((child) => child !== null);
  const isHook = node.type === 'CallExpression' && isHookWithDependencies(node);
  return children.filter((child) => !(isHook && child === node.arguments!.at(-1)) && !isPlainAttribute(child, node, parents));
}

/** `useEffect(() => …, [a, b])`: the list says when to run again, and nearly every value of it is right. */
function isHookWithDependencies(node: AnyNode): boolean {
  const [first, ...rest] = node.arguments!;
  return rest.at(-1)?.type === 'ArrayExpression' && first !== undefined && FUNCTIONS.has(first.type);
}

/** The value of an attribute such as `size="sm"` or `stroke={1.5}`. */
function isPlainAttribute(child: AnyNode, node: AnyNode, parents: readonly AnyNode[]): boolean {
  if (child.type !== 'Literal') return false;
  return node.type === 'JSXAttribute' || (node.type === 'JSXExpressionContainer' && parents.at(-1)?.type === 'JSXAttribute');
}

function mutate(
  node: AnyNode,
  parents: readonly AnyNode[],
  slice: (node: Node) => string,
  add: (operator: Operator, node: Node, replacement: string | null) => void,
): void {
  const parent = parents.at(-1);
  const side = (node: Node) =>
    /^(?:Binary|Logical|Conditional|Assignment|ArrowFunction|Yield|Await)/.test(node.type) ? `(${slice(node)})` : slice(node);
  const join = (operator: string) => `${side(node.left!)} ${operator} ${side(node.right!)}`;
  switch (node.type) {
    case 'BinaryExpression': {
      const { operator } = node as { operator: string };
      if (operator in BOUNDARY) add('boundary', node, join(BOUNDARY[operator]!));
      if (operator in NEGATION) add('negation', node, join(NEGATION[operator]!));
      const isText = operator === '+' && [node.left!, node.right!].some(isTextual);
      if (operator in ARITHMETIC && !isText) add('arithmetic', node, join(ARITHMETIC[operator]!));
      return;
    }
    case 'LogicalExpression':
      add('logic', node, join(LOGIC[node.operator!]!));
      return;
    case 'UnaryExpression':
      if (node.operator === '!') add('negation', node, slice(node.argument!));
      if (node.operator === '-') add('arithmetic', node, slice(node.argument!));
      return;
    case 'UpdateExpression': {
      const opposite = node.operator === '++' ? '--' : '++';
      add('arithmetic', node, node.prefix ? `${opposite}${slice(node.argument!)}` : `${slice(node.argument!)}${opposite}`);
      return;
    }
    case 'AssignmentExpression':
      if ((node.operator ?? '') in ASSIGNMENT && !isTextual(node.right!)) add('arithmetic', node, join(ASSIGNMENT[node.operator!]!));
      return;
    case 'IfStatement':
    case 'ConditionalExpression':
      // The operators in a comparison or a combination have mutants of their own.
      if (!/^(?:Binary|Logical|Unary)Expression$/.test(node.test!.type)) add('negation', node.test!, `!(${slice(node.test!)})`);
      return;
    case 'Literal':
      return mutateLiteral(node, parents, slice, add);
    case 'TemplateLiteral':
      if (
        parent?.type !== 'TaggedTemplateExpression' &&
        node.quasis!.some(({ value }) => value.raw !== '') &&
        !isErrorText(node, parents, slice)
      )
        add('string', node, "''");
      return;
    case 'ArrayExpression':
      if (node.elements!.length > 0) add('array', node, '[]');
      return;
    case 'ObjectExpression':
      if (node.properties!.length > 0) add('object', node, '{}');
      return;
    case 'ChainExpression':
      if (parent?.type !== 'UnaryExpression' || parent.operator !== 'delete') mutateChain(node, slice, add);
      return;
    case 'ExpressionStatement': {
      const { expression } = node as { expression: AnyNode };
      if (isLeftOut(withoutVoid(expression), [], slice)) return;
      if (expression.type === 'AwaitExpression') add('await', node, null);
      else if (isCall(withoutVoid(expression))) add('call', node, null);
      return;
    }
    case 'ReturnStatement':
      if (isEarly(node, parents)) add('return', node, null);
      return;
    case 'BlockStatement':
      return mutateBlock(node, parent, slice, add);
  }
}

function mutateLiteral(
  node: AnyNode,
  parents: readonly AnyNode[],
  slice: (node: Node) => string,
  add: (operator: Operator, node: Node, replacement: string) => void,
): void {
  const { value } = node;
  const parent = parents.at(-1)!;
  if (typeof value === 'boolean') add('boolean', node, String(!value));
  if (typeof value === 'string') {
    const isDirective = parent.type === 'ExpressionStatement';
    if (!isDirective && !isErrorText(node, parents, slice)) add('string', node, value === '' ? "'mutated'" : "''");
    return;
  }
  if (typeof value !== 'number') return;
  // The minus belongs to the number: -1 becomes 1, and needs no second mutant.
  if (parent.type === 'UnaryExpression' && parent.operator === '-') return;
  add('number', node, Math.abs(value) < LARGEST_COUNT ? String(value + 1) : '0');
}

/** One mutant for each `?.` of a chain. */
function mutateChain(
  node: AnyNode,
  slice: (node: Node) => string,
  add: (operator: Operator, node: Node, replacement: string) => void,
): void {
  for (let link: AnyNode | undefined = node.expression; link; link = link.object ?? link.callee ?? link.expression) {
    const before = link.object ?? link.callee;
    if (!link.optional || !before) continue;
    const text = slice(node);
    const at = text.indexOf('?.', before.end - node.start);
    const rest = text.slice(at + 2);
    add('chain', node, `${text.slice(0, at)}${/^[([<]/.test(rest) ? '' : '.'}${rest}`);
  }
}

function mutateBlock(
  node: AnyNode,
  parent: AnyNode | undefined,
  slice: (node: Node) => string,
  add: (operator: Operator, node: Node, replacement: null) => void,
): void {
  const statements = node.body as AnyNode[];
  const working = statements.filter(
    ({ type, expression }) => type !== 'ExpressionStatement' || !isLeftOut(withoutVoid(expression!), [], slice),
  );
  if (working.length === 0 || statements.some(({ directive }) => directive)) return;
  // A block of one call, or of an early return, has that statement's mutant.
  const [only] = working;
  if (working.length === 1 && only!.type === 'ExpressionStatement' && isCall(withoutAwait(withoutVoid(only!.expression!)))) return;
  if (working.length === 1 && only!.type === 'ReturnStatement' && parent?.type === 'IfStatement') return;
  // Without super() an object cannot be made, which says nothing about the tests.
  if (/\bsuper\(/.test(slice(node))) return;
  add('block', node, null);
}

/** Whether something follows in the function that does not run because of this return. */
function isEarly(node: AnyNode, parents: readonly AnyNode[]): boolean {
  let child: AnyNode = node;
  for (const parent of parents.toReversed()) {
    if (FUNCTIONS.has(parent.type)) return false;
    if (parent.type === 'BlockStatement') {
      if ((parent.body as Node[]).at(-1) !== child) return true;
    } else if (/^(?:For|While|DoWhile|SwitchCase)/.test(parent.type)) return true;
    child = parent;
  }
  return false;
}

function withoutVoid(node: Node): AnyNode {
  const { type, operator, argument } = node as AnyNode;
  return type === 'UnaryExpression' && operator === 'void' ? (argument as AnyNode) : node;
}

function withoutAwait(node: AnyNode): AnyNode {
  return node.type === 'AwaitExpression' ? (node.argument as AnyNode) : node;
}

function isCall(node: AnyNode): boolean {
  const inner = node.type === 'ChainExpression' ? (node.expression as AnyNode) : node;
  return inner.type === 'CallExpression' && inner.callee!.type !== 'Super';
}

function isTextual(node: Node): boolean {
  const { type, value, operator, left, right } = node as AnyNode;
  if (type === 'BinaryExpression' && operator === '+') return isTextual(left!) || isTextual(right!);
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
}

/** Sentences of errors are for developers, as log messages are; a code such as `not_found` is not. */
function isErrorText(node: AnyNode, parents: readonly AnyNode[], slice: (node: Node) => string): boolean {
  const [outer, parent] = parents.slice(-2);
  if (parent?.type !== 'NewExpression') return false;
  return PLAIN_ERROR.test(slice(parent.callee!)) || (outer?.type === 'ThrowStatement' && slice(node).includes(' '));
}
