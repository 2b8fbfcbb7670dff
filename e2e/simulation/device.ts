import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { createApi } from '../../web/src/local/net/api';
import { type Auth, createAuth } from '../../web/src/local/session/auth';
import { UserDatabase, VeldDatabase } from '../../web/src/local/db/database';
import { createPull, type Pull } from '../../web/src/local/pull/pull';
import { OutboxSender } from '../../web/src/local/outbox/sender';
import type { Sender } from '../../web/src/local/outbox/sender-stores';
import { createRevocations } from '../../web/src/local/session/revocations';
import { tabLocks } from '../../web/src/local/testing/app';
import { PASSWORD } from '../../server/src/testing/people.ts';
import type { Chance } from './chance.ts';
import { Life } from './life.ts';
import { present } from './present.ts';
import { type Asked, carry, carryHalf, fetchOver, type Trouble, uploadsOver, type World } from './world.ts';

interface Running {
  life: Life;
  own: VeldDatabase;
  auth: Auth;
  sender: Sender;
  pull: Pull;
  database: UserDatabase;
}

/** A device of a person: a disk that lasts, and an app on it that can be killed and started again. */
export class Device {
  readonly name: string;
  readonly mail: string;
  /** Its clock is wrong by this much. */
  readonly skew: number;
  isOffline = false;
  /** What happens to the n-th request of a step; nothing where nobody says. */
  trouble: (n: number) => Trouble = () => null;
  /** Done while the n-th request of a step is under way. */
  meanwhile: { n: number; work: () => Promise<void> } | null = null;
  asked = 0;
  readonly #world: World;
  readonly #disk = new FakeFactory();
  readonly #chance: Chance;
  #running: Running | null = null;

  constructor(world: World, name: string, mail: string, skew: number, chance: Chance) {
    this.#world = world;
    this.name = name;
    this.mail = mail;
    this.skew = skew;
    this.#chance = chance;
  }

  get app(): Running {
    return this.#running!;
  }

  get isDead(): boolean {
    return this.#running === null || this.#running.life.isDead;
  }

  now = () => this.#world.now + this.skew;

  /** From now on this device acts. */
  act(): void {
    const { life, database } = this.app;
    globalThis.indexedDB = life.disk(this.#disk);
    present.open = () => database;
  }

  /** Starts the app on what the disk holds. */
  async start(): Promise<void> {
    const life = new Life();
    globalThis.indexedDB = life.disk(this.#disk);
    const own = new VeldDatabase();
    let userId = (await own.storedAuth()).user?.id;
    const opened = new Map<string, UserDatabase>();
    present.open = (id) => {
      if (!opened.has(id)) opened.set(id, new UserDatabase(id));
      return opened.get(id)!;
    };
    const clock = { now: this.now, after: () => () => {} };
    const carrier = (asked: Asked) => this.#carry(life, asked);
    let auth: Auth | null = null;
    const baseUrl = this.#world.veld.url;
    const api = createApi({ baseUrl, fetch: fetchOver(carrier), token: () => auth?.state().token ?? null, language: () => 'en' });
    const revocations = createRevocations({ database: own, api, clock, random: () => 0.5 });
    auth = createAuth({
      database: own,
      api,
      revocations,
      clock,
      isOnline: () => !this.isOffline,
      language: () => 'en',
      appVersion: '0.1.0',
      timezone: () => 'Europe/Amsterdam',
      deviceName: () => this.name,
      deviceId: () => own.deviceId(),
    });
    await auth.ready();
    if (!userId) userId = (await auth.login({ email: this.mail, password: PASSWORD })).id;
    const database = present.open(userId);
    const sender = new OutboxSender({
      database,
      api,
      auth,
      clock,
      locks: tabLocks(),
      httpStack: uploadsOver(carrier),
      uploadStall: 2_000_000_000,
      random: () => this.#chance.below(1000) / 1000,
      log: () => undefined,
    });
    const pull = createPull({ database, api, auth, clock, deviceId: () => own.deviceId() });
    this.#running = { life, own, auth, sender, pull, database };
  }

  /** Does something with the app until it is done or the app is killed; true where it was done. */
  async until(work: (app: Running) => Promise<unknown>): Promise<boolean> {
    const { app } = this;
    this.act();
    this.asked = 0;
    const done = work(app).then(
      () => true,
      (error: unknown) => {
        if (app.life.isDead) return false;
        throw error;
      },
    );
    const outcome = await Promise.race([done, app.life.died.then(() => false)]);
    app.life.killAfter = null;
    this.meanwhile = null;
    return outcome && !app.life.isDead;
  }

  /** Gives the session up at the server, so that the next request hears of it. */
  async refuseSession(how: 'expired' | 'revoked'): Promise<void> {
    const { db } = this.#world.veld;
    const user = this.app.auth.state().user!;
    const at = new Date(this.#world.now - 1000);
    await db
      .updateTable('sessions')
      .set(how === 'expired' ? { expires_at: at } : { revoked_at: at })
      .where('user_id', '=', user.id)
      .where('device_name', '=', this.name)
      .execute();
  }

  login(): Promise<unknown> {
    return this.app.auth.login({ email: this.mail, password: PASSWORD });
  }

  async #carry(life: Life, asked: Asked): Promise<Response> {
    const never = new Promise<Response>(() => {});
    if (life.isDead) return never;
    if (this.isOffline) throw new TypeError('Failed to fetch');
    const n = this.asked++;
    const trouble = this.trouble(n);
    if (trouble === 'refused') throw new TypeError('Failed to fetch');
    if (trouble === 'half') {
      await carryHalf(asked, this.#world);
      throw new TypeError('Failed to fetch');
    }
    if (trouble === 'unsent') {
      life.kill();
      return never;
    }
    const answer = await carry(asked);
    if (this.meanwhile?.n === n) {
      const { work } = this.meanwhile;
      this.meanwhile = null;
      await work();
      if (life.isDead) return never;
      this.act();
    }
    if (trouble === 'killed') {
      life.kill();
      return never;
    }
    if (trouble === 'lost') throw new TypeError('Failed to fetch');
    return answer;
  }
}
