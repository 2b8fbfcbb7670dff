import { unpackBlock } from '@veld/taxonomy';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaxonomyType } from './database';
import { Device, flock, remoteTaxon } from './testing';

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

async function storedIds(type: TaxonomyType = 'global'): Promise<number[]> {
  const copy = await anna.db.copies.get(type);
  const blocks = await anna.db.blocks
    .where('copy')
    .equals(copy?.copy ?? '')
    .sortBy('number');
  return blocks.flatMap(({ block }) => [...block.ids]);
}

async function rows(type: TaxonomyType = 'global') {
  const copy = await anna.db.copies.get(type);
  const blocks = await anna.db.blocks
    .where('copy')
    .equals(copy?.copy ?? '')
    .sortBy('number');
  return blocks.flatMap(({ block }) => unpackBlock(block));
}

const progress = (type: TaxonomyType = 'global') => anna.db.progress.get(type);

/** The tab dies while its page `page` is on the way. */
async function dieAt(page: number, processId = 'dying'): Promise<void> {
  const died = new Promise<void>((resolve) => {
    anna.server.onPage = (query, answer) => {
      if (query.page !== page) return answer;
      resolve();
      return new Promise(() => {});
    };
  });
  void anna.tab(processId, { locks: false }).tick();
  await died;
  anna.server.onPage = (_, answer) => answer;
}

const rules: { rule: string; from: string; proof: () => Promise<void> }[] = [
  {
    rule: 'updates only when logged in',
    from: 'section 4, Taxonomy update; section 6',
    async proof() {
      anna.session.loggedIn = false;
      await anna.tab('one').tick();
      expect(anna.server.checks).toEqual([]);
      expect(await progress()).toBeUndefined();
    },
  },
  {
    rule: 'asks for locale, en and sci, and the languages a user added, page after page',
    from: 'section 4, Languages updated; section 7',
    async proof() {
      anna.session.nameLanguages = ['de', 'en'];
      await anna.tab('one').tick();
      expect(anna.server.pages).toEqual([
        { page: 1, languages: 'nl,en,sci,de' },
        { page: 2, languages: 'nl,en,sci,de', version: 'v1' },
        { page: 3, languages: 'nl,en,sci,de', version: 'v1' },
      ]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'keeps the progress record with all its fields',
    from: 'section 3, Taxonomy update progress record',
    async proof() {
      await anna.tab('one').tick();
      expect(await progress()).toMatchObject({
        page: 3,
        progress: 5,
        total: 5,
        skippedCount: 0,
        languages: ['nl', 'en', 'sci'],
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
    from: 'section 4; section 6; decisions 5.16',
    async proof() {
      anna.server.countries = { NL: [2, 4] };
      await anna.tab('one').tick();
      expect(await anna.db.copies.get('country')).toBeUndefined();
      anna.session.country = 'NL';
      anna.server.version = 'v2';
      anna.server.deltas = { v1: [] };
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(3).map(({ country_code }) => country_code)).toEqual([undefined, 'NL']);
      expect(await storedIds('country')).toEqual([2, 4]);
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ taxonomyCountry: 'NL' });
    },
  },
  {
    rule: 'sends the counts: global with the skipped ones, country without',
    from: 'section 7, check-updates; decisions 5.9',
    async proof() {
      anna.session.country = 'NL';
      anna.server.taxa[2] = remoteTaxon(3, { pl: 'bocian' });
      anna.server.countries = { NL: [1, 2] };
      await anna.tab('one').tick();
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ skippedCount: 1 });
      expect(await storedIds()).toEqual([1, 2, 4, 5]);
      anna.clock.time += MINUTE;
      anna.server.checks = [];
      await anna.tab('one').tick();
      expect(anna.server.checks).toEqual([
        { is_country_update: '0', global_count: 5, country_count: 2, country: 'worldwide', languages: 'nl,en,sci', since: 'v1' },
        {
          is_country_update: '1',
          global_count: 5,
          country_count: 2,
          country: 'NL',
          languages: 'nl,en,sci',
          since: 'v1',
          country_since: 'v1',
        },
      ]);
      expect(anna.server.pages).toHaveLength(4);
    },
  },
  {
    rule: 'a stored check-updates answer younger than 60 s serves all tabs',
    from: 'section 3, Taxonomy state; decisions 5.16',
    async proof() {
      await anna.tab('one').tick();
      anna.server.checks = [];
      await anna.tab('one').tick();
      await anna.tab('two').tick();
      expect(anna.server.checks).toHaveLength(1);
      anna.clock.time += MINUTE;
      await anna.tab('two').tick();
      expect(anna.server.checks).toHaveLength(2);
    },
  },
  {
    rule: 'a running update whose last activity is under 60 seconds old is left alone',
    from: 'section 4; section 9',
    async proof() {
      await dieAt(2);
      anna.clock.time += MINUTE - 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages).toHaveLength(2);
      expect(await progress()).toMatchObject({ processId: 'dying', page: 1, state: 'running' });
    },
  },
  {
    rule: 'one whose last activity is under 12 hours old is resumed',
    from: 'section 4; section 9',
    async proof() {
      await dieAt(2);
      anna.clock.time += 12 * HOUR - 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(2).map(({ page }) => page)).toEqual([2, 3]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(anna.server.checks).toHaveLength(1);
    },
  },
  {
    rule: 'an older one is restarted',
    from: 'section 4; section 9',
    async proof() {
      await dieAt(2);
      anna.clock.time += 12 * HOUR + 1000;
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(2).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(await anna.db.blocks.count()).toBe(3);
    },
  },
  {
    rule: 'a database version mismatch restarts it',
    from: 'section 4; section 9, Local taxonomy schema version 11',
    async proof() {
      await dieAt(3);
      await anna.db.progress.update('global', { databaseVersion: 10 });
      await anna.tab('two').tick();
      expect(anna.server.pages.slice(3).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect((await progress())?.databaseVersion).toBe(11);
      expect(anna.db.verno).toBe(11);
    },
  },
  {
    rule: 'cancelled on a language change, begun anew in the new languages',
    from: 'section 4, Cancelled on; decisions 5.14',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) anna.session.locale = 'de';
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 2 });
      expect(await anna.db.copies.get('global')).toBeUndefined();
      anna.server.onPage = (_, answer) => answer;
      await tab.tick();
      expect(await anna.db.copies.get('global')).toMatchObject({ main_language: 'de', size: 5 });
    },
  },
  {
    rule: 'changing the locale cancels what any tab runs, at its next page at the latest',
    from: 'section 4, Locale',
    async proof() {
      const other = anna.tab('other', { locks: false });
      anna.server.onPage = async (query, answer) => {
        if (query.page === 2) await other.cancelForLanguageChange();
        return answer;
      };
      await anna.tab('one').tick();
      expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'language', page: 1 });
      expect(anna.server.pages).toHaveLength(2);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'a change of languages means a full update of both copies',
    from: 'decisions 5.14',
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
      expect((await rows())[0]).toMatchObject({ name: 'Great Bird p', names: ['great bird p'], names_other_languages: ['avis p'] });
    },
  },
  {
    rule: 'cancelled by the server, and the server is told so',
    from: 'section 4, Cancelled on; section 8',
    async proof() {
      anna.server.onPage = (query, answer) => ({ ...answer, cancel: query.page === 2 });
      await anna.tab('one').tick();
      expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'server', page: 1 });
      expect(anna.server.logs).toEqual([{ code: 'cancelled_by_server', type: 'global', page: 1, total: 5 }]);
    },
  },
  {
    rule: 'cancelled on a total mismatch, restarted at the next tick',
    from: 'section 4, Cancelled on; decisions 5.11',
    async proof() {
      anna.server.onPage = (query, answer) => ({ ...answer, total: query.page === 3 ? 6 : 5 });
      await anna.tab('one').tick();
      expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'total_mismatch', page: 2 });
      expect(anna.server.logs).toEqual([{ code: 'total_mismatch', type: 'global', page: 2, total: 5 }]);
      anna.server.onPage = (_, answer) => answer;
      await anna.tab('one').tick();
      expect(anna.server.pages.slice(3).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'a fetch error is retried every 10 seconds, 29 of them do no harm',
    from: 'section 8; section 9; decisions 5.15',
    async proof() {
      let errors = 0;
      anna.server.onPage = (query, answer) => {
        if (Number(query.page) > 1 && errors++ % 30 < 29) throw new Error('no answer');
        return answer;
      };
      await anna.tab('one').tick();
      // 29 for each of two pages: they count for one page only.
      expect(anna.clock.waits.filter((ms) => ms === 10_000)).toHaveLength(58);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'the 30th fetch error cancels',
    from: 'section 4, Cancelled on; section 8; decisions 5.15',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) throw new Error('no answer');
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.pages.filter(({ page }) => page === 2)).toHaveLength(30);
      expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'errors', page: 1 });
      expect(anna.server.logs).toEqual([{ code: 'too_many_errors', type: 'global', page: 1, total: 5 }]);
    },
  },
  {
    rule: 'each try renews the activity, so that no other tab takes over',
    from: 'decisions 5.15',
    async proof() {
      const seen: number[] = [];
      anna.server.onPage = async (query, answer) => {
        if (query.page !== 2 || seen.length === 3) return answer;
        seen.push(anna.clock.now() - ((await progress())?.timestamp ?? 0));
        throw new Error('no answer');
      };
      await anna.tab('one').tick();
      expect(seen).toEqual([0, 0, 0]);
    },
  },
  {
    rule: 'data empty before the total is reached is a fetch error, told once',
    from: 'section 8, data missing; decisions 5.11',
    async proof() {
      let empty = 0;
      anna.server.onPage = (query, answer) => (query.page === 2 && empty++ < 2 ? { ...answer, data: [] } : answer);
      await anna.tab('one').tick();
      expect(anna.server.logs).toEqual([{ code: 'data_missing', type: 'global', page: 1, total: 5 }]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'ticks while offline make no request and do not count',
    from: 'decisions 5.15',
    async proof() {
      anna.isOnline = false;
      await anna.tab('one').tick();
      expect(anna.server.checks).toEqual([]);
      anna.isOnline = true;
      let offline = 0;
      const after = anna.clock.after.bind(anna.clock);
      anna.clock.after = (ms, work) => {
        if (ms === 10_000 && ++offline === 50) anna.isOnline = true;
        return after(ms, work);
      };
      anna.server.onPage = (query, answer) => {
        if (query.page === 1) anna.isOnline = false;
        return answer;
      };
      await anna.tab('one').tick();
      expect(offline).toBe(50);
      expect(anna.server.pages).toHaveLength(3);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'logging out pauses after the page; the update goes on after the next login',
    from: 'decisions 5.15',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) anna.session.loggedIn = false;
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await progress()).toMatchObject({ state: 'running', page: 2 });
      anna.session.loggedIn = true;
      anna.server.onPage = (_, answer) => answer;
      anna.clock.time += 2 * MINUTE;
      await tab.tick();
      expect(anna.server.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'only a full update records the last-updated time and the skipped count; a delta continues from its cursor',
    from: 'section 4; decisions 5.10',
    async proof() {
      await anna.tab('one').tick();
      anna.server.version = 'v2';
      anna.server.deltas = {
        v1: [remoteTaxon(2, { nl: 'Merel', sci: 'Turdus merula' }), remoteTaxon(6, {}), remoteTaxon(7, { nl: 'Ekster' })],
      };
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      expect(anna.server.pages.slice(3)).toEqual([
        { page: 1, languages: 'nl,en,sci', since: 'v1' },
        { page: 2, languages: 'nl,en,sci', since: 'v1', version: 'v2' },
      ]);
      expect(await anna.db.copies.get('global')).toMatchObject({ last_updated_at: 'v1', skipped_count: 0, since: 'v2', size: 6 });
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ skippedCount: 0 });
      expect((await rows()).map(({ rarity, id, name }) => [rarity, id, name])).toEqual([
        [1, 1, 'Grote vogel p'],
        [2, 2, 'Merel'],
        [3, 3, 'Grote vogel r'],
        [4, 4, 'Grote vogel s'],
        [5, 5, 'Grote vogel t'],
        [6, 7, 'Ekster'],
      ]);
    },
  },
  {
    rule: 'a delta takes deleted taxa out, and merged ids stay resolvable',
    from: 'section 3, is_deleted; faults C21',
    async proof() {
      await anna.tab('one').tick();
      anna.server.version = 'v2';
      anna.server.deltas = { v1: [remoteTaxon(1, {}, { is_deleted: true, accepted_id: 4 }), remoteTaxon(5, {}, { is_deleted: true })] };
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      expect(await storedIds()).toEqual([2, 3, 4]);
      expect(await anna.db.copies.get('global')).toMatchObject({ merged: [[1, 4]], size: 3 });
    },
  },
  {
    rule: "the answer's database_version or full_reindex leads to a full update beside the old copy",
    from: 'section 4, full reindex; decisions section 4 and 5.12',
    async proof() {
      await anna.tab('one').tick();
      anna.server.epoch = 'epoch-2';
      anna.server.taxa = flock(4);
      anna.clock.time += MINUTE;
      const during: number[][] = [];
      anna.server.onPage = async (_, answer) => {
        during.push(await storedIds());
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.pages[3]).toEqual({ page: 1, languages: 'nl,en,sci' });
      expect(during).toEqual([
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
      ]);
      expect(await storedIds()).toEqual([1, 2, 3, 4]);
      expect(await anna.db.blocks.count()).toBe(2);
    },
  },
  {
    rule: 'pauses 5 ms every 1000 items',
    from: 'section 4; section 9',
    async proof() {
      anna.server.taxa = flock(4500);
      anna.server.pageSize = 1500;
      await anna.tab('one').tick();
      expect(anna.clock.waits.filter((ms) => ms === 5)).toHaveLength(4);
    },
  },
  {
    rule: 'one update over all tabs',
    from: 'section 8, update running twice; decisions 5.12; faults C23',
    async proof() {
      await Promise.all([anna.tab('one').tick(), anna.tab('two').tick(), anna.tab('three').tick()]);
      expect(anna.server.pages).toHaveLength(3);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'a run that finds another process in the record stops without storing its page',
    from: 'section 8, update running twice; decisions 5.12',
    async proof() {
      anna.server.onPage = async (query, answer) => {
        if (query.page === 2) await anna.db.progress.update('global', { processId: 'two' });
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.logs.map(({ code }) => code)).toEqual(['running_twice']);
      expect(await progress()).toMatchObject({ processId: 'two', page: 1, state: 'running' });
      expect(await anna.db.blocks.count()).toBe(1);
    },
  },
  {
    rule: 'a change of country ends the country update within one page and begins the other country',
    from: 'section 4, Auth; faults C22',
    async proof() {
      anna.session.country = 'NL';
      anna.server.countries = { NL: [1, 2, 3], ZA: [4, 5] };
      anna.server.onPage = (query, answer) => {
        if (query.country_code === 'NL') anna.session.country = 'ZA';
        return answer;
      };
      const tab = anna.tab('one');
      await tab.tick();
      expect(await progress('country')).toMatchObject({ state: 'cancelled', cause: 'country', page: 1 });
      await tab.tick();
      expect(await storedIds('country')).toEqual([4, 5]);
    },
  },
  {
    rule: 'progress is shown to the debug user alone, in the words of the specification',
    from: 'section 6; section 8; decisions 5.23',
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
    rule: 'looks every 60 seconds, and at once when woken',
    from: 'section 4, loop every 60 seconds; section 9',
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

describe('taxonomy update', () => {
  it.each(rules)('$rule ($from)', async ({ proof }) => {
    await expect(proof()).resolves.toBeUndefined();
  });

  it('does not wait for the server that will not take a log', async () => {
    anna.server.onPage = (_, answer) => ({ ...answer, cancel: true });
    anna.server.logs.push = () => {
      throw new Error('no');
    };
    await anna.tab('one').tick();
    expect(await progress()).toMatchObject({ state: 'cancelled', cause: 'server' });
  });
});
