import {
  getTaxonPictures,
  listTaxonDescriptions,
  listTaxonDistinctions,
  listTaxonPictures,
  MAX_PICTURES,
  type ReplyOf,
} from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { isNamed } from '../db/storage-errors';
import type { Clock } from '../device/clock';
import type { SettingsDatabase } from '../device/device-setting';
import { Pause } from '../device/pause';
import { requireRoom } from '../device/room';
import type { Api } from '../net/api';
import { backoff } from '../net/backoff';
import { CallError } from '../net/call-error';
import { changeKept, keepTextsOnly, keptGuide, type KeptGuide, putDistinctions, putKept, putTexts, readKept, removeKept } from './kept';
import type { PictureStore } from './picture-store';

export type GuidePlan = ReplyOf<typeof listTaxonPictures>['data'];

export interface KeeperParts {
  database: SettingsDatabase;
  api: Pick<Api, 'call'>;
  pictures: PictureStore;
  clock: Clock;
  /** Free space in bytes, as far as the browser knows; null if it does not. */
  free: () => Promise<number | null>;
  /** Fetches and stores the articles in a language. */
  keepArticles: (language: string) => Promise<void>;
  /** Runs `work` while no other tab does. */
  inOneTab: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Keeps the texts and small pictures of countries on the device. Each batch of pictures is stored at once and what is stored is never
 * fetched again, so that it goes on where it was after a pause, a reload or without a connection.
 */
export class GuideKeeper {
  /** The country being fetched, and whether it waits for a connection. */
  readonly store = createStore<{ running: string | null; isWaiting: boolean }>(() => ({ running: null, isWaiting: false }));
  readonly #parts: KeeperParts;
  readonly #active = new Map<string, Promise<void>>();
  readonly #pause: Pause;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.clock);
  }

  /** Begins with a country, or brings it up to date. */
  async keep(country: string, language: string, { pictures, text_bytes }: GuidePlan): Promise<void> {
    const { database, clock } = this.#parts;
    await putKept(database, { country, language, pictures, text_bytes, has_texts: false, stored: 0, state: 'running', at: clock.now() });
    await this.resume();
  }

  /** Goes on with everything that is neither done nor stopped. */
  async resume(): Promise<void> {
    const running = (await readKept(this.#parts.database)).filter(({ state }) => state === 'running');
    await Promise.all(running.map(({ country }) => this.#start(country)));
  }

  async pause(country: string): Promise<void> {
    await this.#setState(country, 'paused');
    this.#pause.end();
  }

  async goOn(country: string): Promise<void> {
    // A pause may not have taken effect yet.
    await this.#active.get(country);
    await this.#setState(country, 'running');
    await this.resume();
  }

  /** Tries again at once, because the connection is back. */
  tryNow(): void {
    this.#pause.end();
  }

  /** Deletes what is kept of a country, except what another one needs. */
  async remove(country: string): Promise<void> {
    const { database, pictures } = this.#parts;
    await removeKept(database, country);
    this.#pause.end();
    await this.#active.get(country);
    const others = await readKept(database);
    const needed = new Set(others.flatMap((one) => one.pictures.map(({ id }) => id)));
    const stored = await pictures.versions();
    await pictures.remove([...stored.keys()].filter((id) => !needed.has(id)));
    await keepTextsOnly(
      database,
      others.map(({ language }) => language),
    );
  }

  #setState(country: string, state: KeptGuide['state']): Promise<void> {
    const at = this.#parts.clock.now();
    return changeKept(this.#parts.database, country, (guide) => ({ ...guide, state, at }));
  }

  #start(country: string): Promise<void> {
    const active = this.#active.get(country);
    if (active) return active;
    const run = this.#parts
      .inOneTab(() => this.#run(country))
      .finally(() => {
        this.#active.delete(country);
        this.store.setState({ running: null, isWaiting: false });
      });
    this.#active.set(country, run);
    return run;
  }

  async #run(country: string): Promise<void> {
    this.store.setState({ running: country, isWaiting: false });
    const stored = await this.#parts.pictures.versions();
    for (let failures = 0; ;) {
      const guide = await keptGuide(this.#parts.database, country);
      if (guide?.state !== 'running') return;
      try {
        if (await this.#step(guide, stored)) return;
        failures = 0;
        this.store.setState({ isWaiting: false });
      } catch (error) {
        if (isNamed(error, ['QuotaExceededError', 'StorageFull'])) return this.#setState(country, 'full');
        if (!(error instanceof CallError)) {
          await this.#setState(country, 'paused');
          throw error;
        }
        await this.#wait(backoff(++failures, error.retryAfter));
      }
    }
  }

  /** Fetches and stores the texts, else the next pictures. True once everything is there. */
  async #step(guide: KeptGuide, stored: Map<number, string>): Promise<boolean> {
    const { database, api, clock } = this.#parts;
    const { country, language } = guide;
    if (!guide.has_texts) {
      requireRoom(await this.#parts.free());
      await putTexts(database, language, (await api.call(listTaxonDescriptions, {})).data);
      await putDistinctions(database, language, (await api.call(listTaxonDistinctions, {})).data.pairs);
      await this.#parts.keepArticles(language);
      await changeKept(database, country, (now) => ({ ...now, has_texts: true, stored: storedOf(now, stored) }));
      return false;
    }
    const missing = guide.pictures.filter(({ id, version }) => stored.get(id) !== version);
    if (missing.length === 0) {
      await changeKept(database, country, (now) => ({ ...now, state: now.state === 'running' ? 'done' : now.state, at: clock.now() }));
      return true;
    }
    requireRoom(await this.#parts.free());
    await this.#fetch(
      country,
      missing.slice(0, MAX_PICTURES).map(({ id }) => id),
      stored,
    );
    return false;
  }

  async #fetch(country: string, ids: readonly number[], stored: Map<number, string>): Promise<void> {
    const { database, api, pictures } = this.#parts;
    const found = (await api.call(getTaxonPictures, { query: { ids: ids.join(',') } })).data.pictures;
    for (const { id, version, image } of found) {
      await pictures.put(id, version, bytesOf(image));
      stored.set(id, version);
    }
    // A picture that the server replaced meanwhile has its new version; one that it lost is no longer awaited.
    const fresh = new Map(found.map(({ id, version }) => [id, version]));
    await changeKept(database, country, (guide) => {
      const kept = guide.pictures.flatMap((one) => {
        if (!ids.includes(one.id)) return [one];
        const version = fresh.get(one.id);
        return version === undefined ? [] : [{ ...one, version }];
      });
      return { ...guide, pictures: kept, stored: storedOf({ pictures: kept }, stored) };
    });
  }

  async #wait(ms: number): Promise<void> {
    this.store.setState({ isWaiting: true });
    await this.#pause.wait(ms);
  }
}

const storedOf = ({ pictures }: Pick<KeptGuide, 'pictures'>, stored: ReadonlyMap<number, string>) =>
  pictures.filter(({ id, version }) => stored.get(id) === version).length;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
