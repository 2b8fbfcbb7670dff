import type { TaxonomyPage } from '@veld/contract';
import type { Clock } from '../../../../web/src/local/device/clock';
import { buildInWorker } from '../../../../web/src/local/taxonomy/build-in-worker';
import { TaxonomyDatabase } from '../../../../web/src/local/taxonomy/database';
import type { UpdatePorts } from '../../../../web/src/local/taxonomy/ports';
import { TaxonomyReader } from '../../../../web/src/local/taxonomy/reader';
import { TaxonomyUpdate } from '../../../../web/src/local/taxonomy/update';
import { ADDED_LANGUAGES, MAIN_LANGUAGE } from '../records';
import type { Pages, Side } from '../side';

/** The app's own update and reader, with rows from the bench instead of the server. */
export function makeVeld(): Side {
  const db = new TaxonomyDatabase();
  let reader = new TaxonomyReader(db);
  return {
    async importRows(next, total) {
      await new TaxonomyUpdate(portsOf(db, next, total)).tick();
      reader = new TaxonomyReader(db);
      const { global } = await reader.taxonomyStatus();
      if (global?.complete !== true || global.size !== total) throw new Error(`${global?.size ?? 0} of ${total} taxa are on the device`);
    },
    async open() {
      reader = new TaxonomyReader(db);
    },
    query: (text, limit) => reader.searchTaxa(text, { limit }),
  };
}

function portsOf(db: TaxonomyDatabase, next: Pages, total: number): UpdatePorts {
  const version = 'bench';
  return {
    db,
    clock: promptClock,
    async fetchPage(): Promise<TaxonomyPage> {
      return { data: (await next()) ?? [], total, last_updated_at: version, cancel: false };
    },
    checkUpdates: () =>
      Promise.resolve({
        update_required: true,
        full_reindex: true,
        total,
        database_version: version,
        last_updated_at: version,
        cancel: false,
      }),
    sendLog: (log) => Promise.reject(new Error(`The update stopped: ${log.code}`)),
    session: () => ({ loggedIn: true, country: null, locale: MAIN_LANGUAGE, nameLanguages: ADDED_LANGUAGES, debug: false }),
    online: () => true,
    withLock: async (work) => {
      await work();
      return true;
    },
    processId: crypto.randomUUID(),
    notify: () => {},
    announce: () => {},
    startBuild: buildInWorker,
  };
}

/** A single shared channel: creating one costs more than the pause, and the app's pauses create none. */
const pauses = new MessageChannel();
const waiting: (() => void)[] = [];
pauses.port1.onmessage = () => waiting.shift()?.();

/** Yields like the app, but without its pauses of 5 ms, which are for the page and which no other side has. */
const promptClock: Clock = {
  now: () => Date.now(),
  after(_ms, work) {
    let shouldContinue = true;
    waiting.push(() => {
      if (shouldContinue) work();
    });
    pauses.port2.postMessage(null);
    return () => {
      shouldContinue = false;
    };
  },
};
