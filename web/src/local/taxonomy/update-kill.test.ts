import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { TaxonomyType } from './database';
import { TaxonomyReader } from './reader';
import { Device, flock, remoteTaxon } from './testing';

const TAXA = 9;
const PAGES = 5;
const COUNTRIES = { NL: [1, 2, 3, 4, 5, 6, 7], ZA: [3, 5, 7, 8, 9] };
const TYPES = ['global', 'country'] as const;

/** When it happens: while a page is fetched, parsed, stored, or swapped in as the last one. */
const MOMENTS = ['fetching', 'reading', 'stored', 'swapped'] as const;
const EVENTS = ['killed', 'killed and told of a language', 'language', 'country', 'server', 'logout', 'mismatch', 'cancel'] as const;
interface Event {
  what: (typeof EVENTS)[number];
  moment: (typeof MOMENTS)[number];
  /** Counted over the pages of both copies. */
  page: number;
}

class Killed extends Error {}

let bram: Device;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** A device with a country. With `hasCopies` it has complete copies of the server's previous state. */
async function start(hasCopies: boolean): Promise<void> {
  bram = new Device();
  bram.session.country = 'NL';
  bram.server.taxa = flock(TAXA);
  bram.server.countries = { ...COUNTRIES };
  if (!hasCopies) return;
  await bram.tab('first').tick();
  change('v2', 'epoch-2');
  bram.clock.time += 60_000;
}

/** Another state of the server: every name differs, one taxon is new, and the epoch is new, so nothing old is reusable. */
function change(version: string, epoch: string): void {
  const id = TAXA + Number(version.slice(1));
  bram.server.version = version;
  bram.server.epoch = epoch;
  bram.server.taxa = [...flock(TAXA), remoteTaxon(id, { sci: `Novus ${version}` })].map((taxon) => ({
    ...taxon,
    names: { ...taxon.names, en: `${version} ${taxon.names.en ?? 'Great Newcomer'}`, de: `${version} Grosser Vogel ${taxon.id}` },
  }));
  bram.server.countries = { NL: [...COUNTRIES.NL, id], ZA: [...COUNTRIES.ZA, id] };
}

/** The displayed names of a server's copy in a language, taxon by taxon. */
function wholeCopy(type: TaxonomyType): string {
  const { locale, country } = bram.session;
  const ids = type === 'global' ? null : bram.server.countries[country!]!;
  const rows = bram.server.taxa.filter(({ id }) => ids === null || ids.includes(id));
  return rows
    .map(({ id, names }) => `${id} ${names[locale as 'en'] ?? names.en ?? names.sci}`)
    .toSorted()
    .join();
}

/** What a newly opened page finds in a copy. */
async function answered(type: TaxonomyType): Promise<{ taxa: string; isWhole: boolean; results: number }> {
  const reader = new TaxonomyReader(bram.db);
  const rows = await reader.browse({ copy: type, limit: Infinity });
  const status = await reader.taxonomyStatus();
  const results = await reader.searchTaxa('great');
  const taxa = rows
    .map(({ id, name }) => `${id} ${name}`)
    .toSorted()
    .join();
  return { taxa, isWhole: status[type]?.complete ?? false, results: results.length };
}

/** Runs the device until it is current, with an event in between, and checks what can be found at every page. */
async function live(events: Event[], hasCopies: boolean): Promise<void> {
  await start(hasCopies);
  /** Every complete copy possible at this time: the server's previous or current state. */
  const allowed = { global: new Set<string>(), country: new Set<string>() };
  const remember = () => TYPES.forEach((type) => allowed[type].add(wholeCopy(type)));
  if (hasCopies) for (const type of TYPES) allowed[type].add((await answered(type)).taxa);
  remember();
  const waiting = [...events];
  let page = 0;
  let tab = bram.tab('tab 1');
  let isDead = false;
  let tabs = 1;

  const look = async () => {
    for (const type of TYPES) {
      const { taxa, isWhole, results } = await answered(type);
      if (isWhole) expect([...allowed[type]]).toContain(taxa);
      if (hasCopies) expect(isWhole).toBe(true);
      if (isWhole && type === 'global') expect(results).toBeGreaterThan(0);
    }
  };
  const happen = async (moment: Event['moment']): Promise<Event['what'] | null> => {
    const event = waiting[0];
    if (event?.moment !== moment || page < event.page) return null;
    waiting.shift();
    if (event.what.startsWith('killed')) {
      isDead = true;
      return event.what;
    }
    if (event.what === 'language') {
      bram.session = { ...bram.session, locale: bram.session.locale === 'nl' ? 'de' : 'nl' };
      await bram.tab('other', { locks: false }).cancelForLanguageChange();
    }
    if (event.what === 'country') bram.session = { ...bram.session, country: bram.session.country === 'NL' ? 'ZA' : 'NL' };
    if (event.what === 'server') change(`v${3 + page}`, `epoch-${3 + page}`);
    if (event.what === 'logout') bram.session = { ...bram.session, loggedIn: false };
    remember();
    return event.what;
  };
  bram.server.onPage = async (query, answer) => {
    page += 1;
    await look();
    const what = await happen('fetching');
    if (isDead) throw new Killed();
    if (what === 'mismatch') return { ...answer, total: answer.total + 1 };
    if (what === 'cancel') return { ...answer, data: [], cancel: true };
    return answer;
  };
  const announce = bram.announcements.push.bind(bram.announcements);
  bram.announcements.push = (...told) => {
    const moment = told[0]!.what === 'swapped' ? 'swapped' : 'stored';
    const event = waiting[0];
    // A killed tab writes nothing any more, like one with an unhandled error.
    if (event?.moment === moment && page >= event.page && event.what.startsWith('killed')) {
      waiting.shift();
      isDead = true;
      throw new Killed();
    }
    void happen(moment);
    return announce(...told);
  };
  const after = bram.clock.after.bind(bram.clock);
  bram.clock.after = (ms, work) =>
    after(ms, () => {
      // Killed tabs do not retry.
      if (isDead) return;
      void happen('reading').then(() => (isDead ? undefined : work()));
    });

  for (let minute = 0; minute < 40; minute++) {
    const ticked = tab.tick();
    await Promise.race([ticked, until(() => isDead)]);
    if (isDead) {
      bram.restart();
      isDead = false;
      tabs += 1;
      tab = bram.tab(`tab ${tabs}`);
    }
    await look();
    bram.session = { ...bram.session, loggedIn: true };
    bram.clock.time += 61_000;
    const isDone = waiting.length === 0 || page > 60;
    if (isDone && (await isCurrent())) break;
  }
  for (const type of TYPES) {
    const { taxa, isWhole } = await answered(type);
    expect(isWhole).toBe(true);
    expect(taxa).toBe(wholeCopy(type));
  }
  // Nothing of abandoned copies remains after the next check.
  await tab.tick();
  const copies = (await bram.db.copies.toArray()).map(({ copy }) => copy);
  expect(new Set((await bram.db.blocks.toArray()).map(({ copy }) => copy))).toEqual(new Set(copies));
  await bram.db.delete();
}

async function isCurrent(): Promise<boolean> {
  for (const type of TYPES) {
    const { taxa, isWhole } = await answered(type);
    if (!isWhole || taxa !== wholeCopy(type)) return false;
  }
  return true;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('C22: an update that is disturbed', () => {
  const pages = Array.from({ length: PAGES + 4 }, (_, at) => at + 1);
  it.each(pages)(
    'at page %i ends with the state of the server and never searches part of a copy where there was a complete one',
    async (page) => {
      for (const hasCopies of [false, true]) {
        for (const [at, what] of EVENTS.entries()) {
          // The short run does every fourth one, each kind of event at another page with and without copies.
          if (!inject('isLong') && (page + at) % 4 !== (hasCopies ? 2 : 0)) continue;
          const moment = what === 'mismatch' || what === 'cancel' ? 'fetching' : MOMENTS[page % 2 === 0 ? 0 : 2];
          await live([{ what, moment, page }], hasCopies);
        }
      }
      expect(bram.server.pages.length).toBeGreaterThan(PAGES);
    },
  );

  it('deletes what it fetched for a country when the user changes back to the one before', async () => {
    // Page 10 is the first of the other country: five pages of the global copy and four of the first country's came before.
    await live(
      [
        { what: 'country', moment: 'swapped', page: 9 },
        { what: 'country', moment: 'fetching', page: 10 },
      ],
      false,
    );
    expect(bram.server.pages.at(-1)).toMatchObject({ page: 1, country_code: 'ZA' });
  });

  it('recovers from several disturbances of any kind at any point', async () => {
    const event = fc.record({
      what: fc.constantFrom(...EVENTS),
      moment: fc.constantFrom(...MOMENTS),
      page: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 4 }), fc.boolean(), async (events, hasCopies) => {
        await live(
          events.toSorted((one, two) => one.page - two.page),
          hasCopies,
        );
      }),
      { numRuns: inject('isLong') ? 25 : 4 },
    );
    expect(bram.server.pages.length).toBeGreaterThan(0);
  });
});
