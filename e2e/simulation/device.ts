import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { createApi } from '../../web/src/local/net/api';
import { withPosition } from '../../web/src/local/net/position';
import { type Auth, createAuth } from '../../web/src/local/session/auth';
import { UserDatabase, VeldDatabase } from '../../web/src/local/db/database';
import { createPull, type Pull } from '../../web/src/local/pull/pull';
import { OutboxSender } from '../../web/src/local/outbox/sender';
import type { Sender } from '../../web/src/local/outbox/sender-stores';
import { createRevocations } from '../../web/src/local/session/revocations';
import { tabLocks } from '../../web/src/local/testing/app';
import { PASSWORD } from '../../server/src/testing/people.ts';
import type { SeededRandom } from './seeded-random.ts';
import { activeDevice } from './active-device.ts';
import { AppRun } from './app-run.ts';
import { deliver, deliverHalf, fetchThrough, httpStackThrough, type RequestData, type RequestFault, type World } from './world.ts';

interface Running {
  run: AppRun;
  own: VeldDatabase;
  auth: Auth;
  sender: Sender;
  pull: Pull;
  database: UserDatabase;
}

/** A person's device: a disk that survives, and an app that can be killed and started again. */
export class Device {
  readonly name: string;
  readonly mail: string;
  /** Milliseconds by which its clock is ahead. */
  readonly skew: number;
  isOffline = false;
  /** The fault of the nth request of a step; null for none. */
  fault: (n: number) => RequestFault = () => null;
  /** Runs before the nth request of a step returns. */
  meanwhile: { n: number; work: () => Promise<void> } | null = null;
  requestCount = 0;
  readonly #world: World;
  readonly #disk = new FakeFactory();
  readonly #random: SeededRandom;
  #running: Running | null = null;

  constructor(world: World, name: string, mail: string, skew: number, random: SeededRandom) {
    this.#world = world;
    this.name = name;
    this.mail = mail;
    this.skew = skew;
    this.#random = random;
  }

  get app(): Running {
    return this.#running!;
  }

  get isDead(): boolean {
    return this.#running === null || this.#running.run.isDead;
  }

  now = () => this.#world.now + this.skew;

  /** Makes this device the active one. */
  activate(): void {
    const { run, database } = this.app;
    globalThis.indexedDB = run.disk(this.#disk);
    activeDevice.open = () => database;
  }

  /** Starts the app on what the disk holds. */
  async start(): Promise<void> {
    const run = new AppRun();
    globalThis.indexedDB = run.disk(this.#disk);
    const own = new VeldDatabase();
    let userId = (await own.storedAuth()).user?.id;
    const opened = new Map<string, UserDatabase>();
    activeDevice.open = (id) => {
      if (!opened.has(id)) opened.set(id, new UserDatabase(id));
      return opened.get(id)!;
    };
    const clock = { now: this.now, after: () => () => {} };
    const transport = (request: RequestData) => this.#deliver(run, request);
    let auth: Auth | null = null;
    const baseUrl = this.#world.veld.url;
    const api = createApi({
      baseUrl,
      fetch: withPosition(fetchThrough(transport)),
      token: () => auth?.state().token ?? null,
      language: () => 'en',
    });
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
    const database = activeDevice.open(userId);
    const sender = new OutboxSender({
      database,
      api,
      auth,
      clock,
      locks: tabLocks(),
      httpStack: httpStackThrough(transport),
      uploadStall: 2_000_000_000,
      random: () => this.#random.below(1000) / 1000,
      log: () => undefined,
    });
    const pull = createPull({ database, api, auth, clock, deviceId: () => own.deviceId() });
    this.#running = { run, own, auth, sender, pull, database };
  }

  /** Runs `work` until it ends or the app is killed. Returns whether it ended. */
  async until(work: (app: Running) => Promise<unknown>): Promise<boolean> {
    const { app } = this;
    this.activate();
    this.requestCount = 0;
    const done = work(app).then(
      () => true,
      (error: unknown) => {
        if (app.run.isDead) return false;
        throw error;
      },
    );
    const outcome = await Promise.race([done, app.run.died.then(() => false)]);
    app.run.killAfter = null;
    this.meanwhile = null;
    return outcome && !app.run.isDead;
  }

  /** Ends the session on the server, so that the next request is refused. */
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

  async #deliver(run: AppRun, request: RequestData): Promise<Response> {
    const never = new Promise<Response>(() => {});
    if (run.isDead) return never;
    if (this.isOffline) throw new TypeError('Failed to fetch');
    const n = this.requestCount++;
    const fault = this.fault(n);
    if (fault === 'refused') throw new TypeError('Failed to fetch');
    if (fault === 'half') {
      await deliverHalf(request, this.#world);
      throw new TypeError('Failed to fetch');
    }
    if (fault === 'unsent') {
      run.kill();
      return never;
    }
    const response = await deliver(request);
    if (this.meanwhile?.n === n) {
      const { work } = this.meanwhile;
      this.meanwhile = null;
      await work();
      if (run.isDead) return never;
      this.activate();
    }
    if (fault === 'killed') {
      run.kill();
      return never;
    }
    if (fault === 'lost') throw new TypeError('Failed to fetch');
    return response;
  }
}
