import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, flock, remoteTaxon, type Rule } from './testing';

const MINUTE = 60_000;

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
    rule: 'requests the locale, en, sci, the languages the user added and then all others, page by page',
    from: 'decision 0021, Languages',
    async proof() {
      anna.session.nameLanguages = ['de', 'en'];
      await anna.tab('one').tick();
      expect(anna.server.pages).toEqual([
        { page: 1, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af' },
        { page: 2, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af', version: 'v1' },
        { page: 3, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af', version: 'v1' },
      ]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'sends the counts: global including skipped taxa, country excluding them',
    from: 'decision 0021, Counts',
    async proof() {
      anna.session.country = 'NL';
      anna.server.taxa[2] = remoteTaxon(3, { pl: 'bocian' });
      anna.server.countries = { NL: [1, 2] };
      await anna.tab('one').tick();
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ skippedCount: 1 });
      expect(await anna.storedIds()).toEqual([1, 2, 4, 5]);
      anna.clock.time += MINUTE;
      anna.server.checks = [];
      await anna.tab('one').tick();
      expect(anna.server.checks).toEqual([
        {
          is_country_update: '0',
          global_count: 5,
          country_count: 2,
          country: 'worldwide',
          languages: 'nl,en,sci,de,es,fr,it,pt,pl,af',
          since: 'v1',
        },
        {
          is_country_update: '1',
          global_count: 5,
          country_count: 2,
          country: 'NL',
          languages: 'nl,en,sci,de,es,fr,it,pt,pl,af',
          since: 'v1',
          country_since: 'v1',
        },
      ]);
      expect(anna.server.pages).toHaveLength(4);
    },
  },
  {
    rule: 'a check-updates response serves all tabs for 60 s',
    from: 'decision 0021',
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
    rule: 'cancelled on a total mismatch, restarted at the next tick',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.onPage = (query, answer) => ({ ...answer, total: query.page === 3 ? 6 : 5 });
      await anna.tab('one').tick();
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'total_mismatch', page: 2 });
      expect(anna.server.logs).toEqual([{ code: 'total_mismatch', type: 'global', page: 2, total: 5 }]);
      anna.server.onPage = (_, answer) => answer;
      await anna.tab('one').tick();
      expect(anna.server.pages.slice(3).map(({ page }) => page)).toEqual([1, 2, 3]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'fetch errors are retried every 10 seconds, up to 29 times',
    from: 'decision 0021, Cancel',
    async proof() {
      let errors = 0;
      anna.server.onPage = (query, answer) => {
        if (Number(query.page) > 1 && errors++ % 30 < 29) throw new Error('no answer');
        return answer;
      };
      await anna.tab('one').tick();
      // 29 failures for each of two pages: they count per page.
      expect(anna.clock.waits.filter((ms) => ms === 10_000)).toHaveLength(58);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
      expect(anna.server.logs).toEqual([]);
    },
  },
  {
    rule: 'the 30th fetch error cancels',
    from: 'decision 0021, Cancel',
    async proof() {
      anna.server.onPage = (query, answer) => {
        if (query.page === 2) throw new Error('no answer');
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.pages.filter(({ page }) => page === 2)).toHaveLength(30);
      expect(await anna.progress()).toMatchObject({ state: 'cancelled', cause: 'errors', page: 1 });
      expect(anna.server.logs).toEqual([{ code: 'too_many_errors', type: 'global', page: 1, total: 5 }]);
    },
  },
  {
    rule: 'each attempt renews the activity, so that no other tab takes over',
    from: 'decision 0021, Cancel',
    async proof() {
      const seen: number[] = [];
      anna.server.onPage = async (query, answer) => {
        if (query.page !== 2 || seen.length === 3) return answer;
        seen.push(anna.clock.now() - ((await anna.progress())?.timestamp ?? 0));
        throw new Error('no answer');
      };
      await anna.tab('one').tick();
      expect(seen).toEqual([0, 0, 0]);
    },
  },
  {
    rule: 'an empty page before the total is a fetch error, logged once',
    from: 'decision 0021, Cancel',
    async proof() {
      let empty = 0;
      anna.server.onPage = (query, answer) => (query.page === 2 && empty++ < 2 ? { ...answer, data: [] } : answer);
      await anna.tab('one').tick();
      expect(anna.server.logs).toEqual([{ code: 'data_missing', type: 'global', page: 1, total: 5 }]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'ticks while offline make no request and are not counted',
    from: 'decision 0021, Cancel',
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
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4, 5]);
    },
  },
  {
    rule: 'only a full update records the last-updated time and the skipped count; a delta continues from its cursor',
    from: 'decision 0021, Full and delta',
    async proof() {
      await anna.tab('one').tick();
      anna.server.version = 'v2';
      anna.server.deltas = {
        v1: [remoteTaxon(2, { nl: 'Merel', sci: 'Turdus merula' }), remoteTaxon(6, {}), remoteTaxon(7, { nl: 'Ekster' })],
      };
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      expect(anna.server.pages.slice(3)).toEqual([
        { page: 1, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af', since: 'v1' },
        { page: 2, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af', since: 'v1', version: 'v2' },
      ]);
      expect(await anna.db.copies.get('global')).toMatchObject({ last_updated_at: 'v1', skipped_count: 0, since: 'v2', size: 6 });
      expect(await anna.db.state.get('taxonomy')).toMatchObject({ skippedCount: 0 });
      expect((await anna.rows()).map(({ rarity, id, name }) => [rarity, id, name])).toEqual([
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
    rule: 'a delta removes deleted taxa, and merged ids stay resolvable',
    from: 'decision 0021; docs/faults.md C21',
    async proof() {
      await anna.tab('one').tick();
      anna.server.version = 'v2';
      anna.server.deltas = { v1: [remoteTaxon(1, {}, { is_deleted: true, accepted_id: 4 }), remoteTaxon(5, {}, { is_deleted: true })] };
      anna.clock.time += MINUTE;
      await anna.tab('one').tick();
      expect(await anna.storedIds()).toEqual([2, 3, 4]);
      expect(await anna.db.copies.get('global')).toMatchObject({ merged: [[1, 4]], size: 3 });
    },
  },
  {
    rule: 'a new database_version or full_reindex causes a full update beside the old copy',
    from: 'decision 0021, Full and delta',
    async proof() {
      await anna.tab('one').tick();
      anna.server.epoch = 'epoch-2';
      anna.server.taxa = flock(4);
      anna.clock.time += MINUTE;
      const during: number[][] = [];
      anna.server.onPage = async (_, answer) => {
        during.push(await anna.storedIds());
        return answer;
      };
      await anna.tab('one').tick();
      expect(anna.server.pages[3]).toEqual({ page: 1, languages: 'nl,en,sci,de,es,fr,it,pt,pl,af' });
      expect(during).toEqual([
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
      ]);
      expect(await anna.storedIds()).toEqual([1, 2, 3, 4]);
      expect(await anna.storedNames()).toEqual([(await anna.db.copies.get('global'))?.copy]);
    },
  },
  {
    rule: 'pauses 5 ms every 1000 items',
    from: 'decision 0021',
    async proof() {
      anna.server.taxa = flock(4500);
      anna.server.pageSize = 1500;
      await anna.tab('one').tick();
      expect(anna.clock.waits.filter((ms) => ms === 5)).toHaveLength(4);
    },
  },
];

describe('taxonomy update: requests and stored data', () => {
  it.each(rules)('$rule ($from)', async ({ proof }) => {
    await expect(proof()).resolves.toBeUndefined();
  });
});
