import { type DBCore, type Middleware, type ObservabilitySet, RangeSet } from 'dexie';

/**
 * Each live query keeps the keys of all changes, of any table, until it runs again, and many never do. The points of a journey of a day
 * would so take tens of megabytes. So their log tells live queries that it changed, and not where.
 */
export const coarseChanges: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'coarse changes',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (name !== 'journeyPoints') return table;
      return {
        ...table,
        mutate: (request) =>
          table.mutate(request).then((response) => {
            const { mutatedParts = {} } = request.trans as typeof request.trans & { mutatedParts?: ObservabilitySet };
            for (const part of Object.keys(mutatedParts))
              if (part.includes(`/${name}/`)) mutatedParts[part] = new RangeSet(core.MIN_KEY, core.MAX_KEY);
            return response;
          }),
      };
    },
  }),
};
