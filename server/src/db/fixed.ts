import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db, Tx } from './open.ts';

/** The place of a value in a fixed statement; given to `sql` instead of the value. */
export class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Slots<Values> = { readonly [Name in keyof Values]-?: Slot };
/** What else than its values the text of a statement depends on. There must be few variants. */
type Shape = string | number | boolean;

interface Compiled {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * A statement of a hot route, whose text is compiled once for each shape instead of for every call. Only values may differ between
 * calls: `build` gets a slot for each. Because the text is always the same string, it is also found by its hash at once when it is
 * sent as a prepared statement (prepared.ts).
 */
export function fixed<Values extends object, Row, S extends Shape = true>(
  build: (slots: Slots<Values>, shape: S) => RawBuilder<Row>,
): (on: Db | Tx, values: Values, ...shape: [S] extends [true] ? [] : [shape: S]) => Promise<Row[]> {
  const known = new Map<Shape, Compiled>();
  return async (on, values, ...[given]) => {
    const shape = (given ?? true) as S;
    let compiled = known.get(shape);
    if (!compiled) known.set(shape, (compiled = build(SLOTS as Slots<Values>, shape).compile(on)));
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name as keyof Values] : value));
    return (await on.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))).rows;
  };
}

/** Every name is a slot. */
const SLOTS = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });
