import { type DBCore, type Middleware, type ObservabilitySet, RangeSet } from 'dexie';

/**
 * The tables whose changes have ever new keys while a journey runs, and the indexes of which live queries learn the keys all the same,
 * because they have few, and screens watch a single one of them.
 */
const EXACT_INDEXES: Readonly<Record<string, readonly string[]>> = {
  journeyPoints: [],
  outbox: ['subject', 'observation_id', 'state'],
};

/**
 * Each live query keeps the keys of all changes, of any table, until it runs again, and many never do. The points of a day's journey would
 * take tens of megabytes, and the outbox items that send them another ten. So live queries only learn that these tables changed, not where.
 */
export const coarseChanges: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'coarse changes',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      const exact = EXACT_INDEXES[name];
      if (!exact) return table;
      return {
        ...table,
        mutate: (request) =>
          table.mutate(request).then((response) => {
            const { mutatedParts = {} } = request.trans as typeof request.trans & { mutatedParts?: ObservabilitySet };
            for (const part of Object.keys(mutatedParts)) {
              const [index, of] = part.split('/').toReversed();
              if (of === name && !exact.includes(index!)) mutatedParts[part] = new RangeSet(core.MIN_KEY, core.MAX_KEY);
            }
            return response;
          }),
      };
    },
  }),
};
