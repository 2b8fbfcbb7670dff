import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, flock, type Rule } from './testing';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let anna: Device;

beforeEach(() => {
  anna = new Device();
  anna.server.taxa = flock(5);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(async () => {
  await anna.db.delete();
  vi.restoreAllMocks();
});

const rules: Rule[] = [
  {
    rule: 'updates only when logged in',
    from: 'decision 0021',
    async proof() {
      anna.session.loggedIn = false;
      await anna.tab('one').tick();
      expect(anna.server.checks).toEqual([]);
      expect(await anna.progress()).toBeUndefined();
    },
  },
  {
    rule: 'keeps the progress record with all its fields',
    from: 'decision 0021',
    async proof() {
      await anna.tab('one').tick();
      expect(await anna.progress()).toMatchObject({
        page: 3,
        progress: 5,
        total: 5,
        skippedCount: 0,
        languages: ['nl', 'en', 'sci', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'],
        mainLanguage: 'nl',
        isCountryUpdate: false,
        userCountryCode: null,
        taxonomyType: 'global',
        lastUpdatedAt: 'v1',
        newLastUpdatedAt: 'v1',
        databaseVersion: 11,
        processId: 'one',
        timestamp: anna.clock.now(),
        state: 'finished',
      });
    },
  },
  {
    rule: 'updates the global copy, then the country one, never together, and none without a country',
    from: 'decision 0021',
    async proof() {
      anna.server.countries = { NL: [2, 4] };
      await anna.tab('one').tick();
      expect(await anna.db.copies.get('country')).toBeUndefined();
      anna.session.country = 'NL';
      anna.server.version = 'v2';
      anna.server.deltas = { v1: [] };
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(3).map(({ country_code }) => country_code)).toEqual([undefined, 'NL']);
      expect(await anna.storedIds('country')).toEqual([2, 4]);
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ taxonomyCountry: 'NL' });
    },
  },
  {
    rule: 'a running update whose last activity is under 60 seconds old is left alone',
    from: 'decision 0021',
    async proof() {
      await anna.dieAt(2);
      anna.clock.time += MINUTE - 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages).toHaveLength(2);
      expect(await anna.progress()).toMatchObject({ processId: 'dying', page: 1, state: 'running' });
    },
  },
  {
    rule: 'an update left alone is examined again as soon as it may be resumed, so that a reload does not cost a full minute',
    from: 'decision 0021',
    async proof() {
      await anna.dieAt(2);
      anna.clock.time += MINUTE - 1000;
      const tab = anna.tab('two');
      tab.start();
      await vi.waitFor(async () => expect(await anna.progress()).toMatchObject({ state: 'finished' }));
      tab.stop();
      expect(anna.clock.waits[0]).toBe(1000);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'one whose last activity is under 12 hours old is resumed',
    from: 'decision 0021',
    async proof() {
      await anna.dieAt(2);
      anna.clock.time += 12 * HOUR - 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(2).map(({ page }) => page)).toEqual([2, 3]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(anna.server.checks).toHaveLength(1);
    },
  },
  {
    rule: 'an older one is restarted',
    from: 'decision 0021',
    async proof() {
      await anna.dieAt(2);
      anna.clock.time += 12 * HOUR + 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(2).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(await anna.storedNames()).toEqual([(await anna.progress())?.copy]);
    },
  },
  {
    rule: 'a database version mismatch restarts it',
    from: 'decision 0021',
    async proof() {
      await anna.dieAt(3);
      await anna.db.progress.update('global', { databaseVersion: 10 });
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(3).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect((await anna.progress())?.databaseVersion).toBe(11);
      expect(anna.db.verno).toBe(11);
    },
  },
  {
    rule: 'a language change cancels it and restarts it in the new languages',
    from: 'decision 0021, Languages',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) anna.session.locale = 'de';
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 2 });
      expect(await anna.db.copies.get('global')).toBeUndefined();
      anna.server.onPage = (_, answer) => answer;
      await tab.tick();
      expect(await anna.db.copies.get('global')).toMatchObject({ main_language: 'de', size: 5 });
    },
  },
  {
    rule: 'changing the locale cancels the update of any tab by its next page',
    from: 'decision 0025',
    async proof() {
      const other = anna.tab('other', { locks: false });
      anna.server.onPage = async (query, answer) => {
        if (query.page === 2) await other.cancelForLanguageChange();
        return answer;
      };
      await anna.tab('one').tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 1 });
      // While the second page failed to be stored, the third may already have been requested.
      expect(anna.server.pages.length).toBeLessThanOrEqual(3);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'a change of languages means a full update of both copies',
    from: 'decision 0021, Languages',
    async proof() {
      anna.session.country = 'NL';
      anna.server.countries = { NL: [1] };
      await anna.tab('one').tick();
      anna.session.locale = 'en';
      anna.server.pages = [];
      await anna.tab('one').tick();
      expect(anna.server.pages.map(({ since, country_code }) => [since, country_code])).toEqual([
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, 'NL'],
      ]);
      expect((await anna.rows())[0]).toMatchObject({
        name: 'Great Bird p',
        names: ['great bird p'],
        names_other_languages: ['avis p', 'grote vogel p'],
      });
    },
  },
  {
    rule: 'the server can cancel it and receives a log',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.onPage = (query, answer) => ({ ...answer, cancel: query.page === 2 });
      await anna.tab('one').tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'server', page: 1 });
      expect(anna.server.logs).toEqual([{ code: 'cancelled_by_server', type: 'global', page: 1, total: 5 }]);
    },
  },
  {
    rule: 'logging out while a page cannot be fetched pauses it too, without an error',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.session.debug = true;
      anna.server.onPage = (query, answer) => {
        if (query.page !== 2) return answer;
        anna.session.loggedIn = false;
        throw new Error('no connection');
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await anna.progress()).toMatchObject({ state: 'running', page: 1 });
      expect(anna.notices.filter(({ type }) => type === 'negative')).toEqual([]);
      anna.session.loggedIn = true;
      anna.server.onPage = (_, answer) => answer;
      anna.clock.time += 2 * MINUTE;
      await tab.tick();
      expect(anna.server.pages.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'logging out pauses it after the page; the next login continues it',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) anna.session.loggedIn = false;
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await anna.progress()).toMatchObject({ state: 'running', page: 2 });
      anna.session.loggedIn = true;
      anna.server.onPage = (_, answer) => answer;
      anna.clock.time += 2 * MINUTE;
      await tab.tick();
      expect(anna.server.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'one update at a time across tabs',
    from: 'decision 0021, Cancel; docs/faults.md C23',
    async proof() {
      await Promise.all([anna.tab('one').tick(), anna.tab('two').tick(), anna.tab('three').tick()]);
      expect(anna.server.pages).toHaveLength(3);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'a run that no longer owns the record stops without storing its page',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.onPage = async (query, answer) => {
        if (query.page === 2) await anna.db.progress.update('global', { processId: 'two' });
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.logs.map(({ code }) => code)).toEqual(['running_twice']);
      expect(await anna.progress()).toMatchObject({ processId: 'two', page: 1, state: 'running' });
      expect(await anna.db.blocks.count()).toBe(1);
    },
  },
  {
    rule: 'a change of country cancels the country update within one page and starts the other country',
    from: 'decision 0021; docs/faults.md C22',
    async proof() {
      anna.session.country = 'NL';
      anna.server.countries = { NL: [1, 2, 3], ZA: [4, 5] };
      anna.server.onPage = (query, answer) => {
        if (query.country_code === 'NL') anna.session.country = 'ZA';
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await anna.progress('country')).toMatchObject({ state: 'cancelled', cause: 'country', page: 1 });
      await tab.tick();
      expect(await anna.storedIds('country')).toEqual([4, 5]);
    },
  },
  {
    rule: 'a change while the last page arrives cancels too: an outdated copy is not swapped in',
    from: 'decision 0021, Languages',
    async proof() {
      await anna.tab('one').tick();
      anna.server.epoch = 'epoch-2';
      anna.clock.time += MINUTE;
      anna.server.onPage = (query, answer) => {
        if (query.page === 3) anna.session.nameLanguages = ['pl'];
        return answer;
      };
      await anna.tab('one').tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 3 });
      expect(await anna.db.copies.get('global')).toMatchObject({
        languages: ['nl', 'en', 'sci', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'],
        epoch: 'epoch-1',
        size: 5,
      });
      await anna.tab('one').tick();
      expect(await anna.db.copies.get('global')).toMatchObject({
        languages: ['nl', 'en', 'sci', 'pl', 'de', 'es', 'fr', 'it', 'pt', 'af'],
        epoch: 'epoch-2',
      });
    },
  },
  {
    rule: 'an update cancelled at the moment of resuming stays cancelled',
    from: 'decision 0025',
    async proof() {
      await anna.dieAt(2);
      anna.clock.time += MINUTE;
      const tab = anna.tab('two');
      const get = anna.db.copies.get.bind(anna.db.copies);
      // Another tab changes the language between the check and the takeover.
      vi.spyOn(anna.db.copies, 'get').mockImplementationOnce(((key: 'global') =>
        tab.cancelForLanguageChange().then(() => get(key))) as unknown as typeof get);
      await tab.tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 1, processId: 'dying' });
      expect(anna.server.pages).toHaveLength(2);
    },
  },
  {
    rule: 'a global update that is left alone delays the country update',
    from: 'decision 0021',
    async proof() {
      anna.session.country = 'NL';
      anna.server.countries = { NL: [1] };
      await anna.dieAt(2);
      anna.clock.time += MINUTE - 1;
      await anna.tab('two').tick();
      expect(anna.server.pages.filter(({ country_code }) => country_code === 'NL')).toEqual([]);
    },
  },
  {
    rule: 'the country copy is removed when the user has no country; the global one stays',
    from: 'decision 0021',
    async proof() {
      anna.session.country = 'NL';
      anna.server.countries = { NL: [1, 2] };
      await anna.tab('one').tick();
      anna.session.country = null;
      await anna.tab('one').tick();
      expect(await anna.db.copies.get('country')).toBeUndefined();
      expect(await anna.progress('country')).toBeUndefined();
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ taxonomyCountry: null });
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(await anna.storedNames()).toEqual([(await anna.db.copies.get('global'))?.copy]);
    },
  },
  {
    rule: 'nothing starts while the check itself answers cancel',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.cancelChecks = true;
      await anna.tab('one').tick();
      expect(anna.server.pages).toEqual([]);
      expect(anna.server.logs).toEqual([{ code: 'cancelled_by_server', type: 'global', page: 0, total: 5 }]);
      anna.server.cancelChecks = false;
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'only debug users see progress, in English',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.pageSize = 5;
      await anna.tab('one').tick();
      expect(anna.notices).toEqual([]);
      anna.session = { ...anna.session, debug: true, country: 'NL' };
      anna.server.countries = { NL: [1, 2] };
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      anna.session.country = 'ZA';
      anna.server.countries.ZA = [3];
      anna.server.onPage = (_, answer) => ({ ...answer, cancel: true });
      await anna.tab('one').tick();
      expect(anna.notices).toEqual([
        { type: 'ongoing', text: 'Starting taxonomy update' },
        { type: 'ongoing', text: 'Updating country taxonomy (NL) (2 / 2)' },
        { type: 'positive', text: 'country taxonomy (NL) updated' },
        { type: 'ongoing', text: 'Starting taxonomy update' },
        { type: 'negative', text: 'Error updating country taxonomy (ZA)' },
      ]);
    },
  },
  {
    rule: 'ticks every 60 seconds, and immediately when woken',
    from: 'decision 0021',
    async proof() {
      const tab = anna.tab('one');
      const looked = vi.spyOn(tab, 'tick');
      const after = anna.clock.after.bind(anna.clock);
      const rested = new Promise<void>((resolve) => {
        anna.clock.after = (ms, work) => {
          if (ms !== MINUTE || looked.mock.calls.length % 3 !== 0) return after(ms, work);
          resolve();
          return () => {};
        };
      });
      tab.start();
      await rested;
      expect(anna.clock.waits.filter((ms) => ms === MINUTE)).toHaveLength(2);
      expect(looked).toHaveBeenCalledTimes(3);
      tab.wake();
      await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(6));
      await looked.mock.results.at(-1)?.value;
      tab.stop();
    },
  },
];

describe('C23: taxonomy update: when it runs and what ends it', () => {
  it.each(rules)('$rule ($from)', async ({ proof }) => {
    await expect(proof()).resolves.toBeUndefined();
  });

  it('does not wait for a server that rejects logs', async () => {
    anna.server.onPage = (_, answer) => ({ ...answer, cancel: true });
    anna.server.logs.push = () => {
      throw new Error('no');
    };
    await anna.tab('one').tick();
    expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'server' });
  });
});
