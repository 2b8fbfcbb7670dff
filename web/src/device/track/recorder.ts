import { itemAt, MAX_SILENCE_MS, rounded, TrackMeter, type TrackPoint } from '@veld/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UserDatabase } from '../../local/db/database';
import type { LocalJourney } from '../../local/db/rows';
import { type Clock, systemClock } from '../../local/device/clock';
import { currentJourney } from '../../local/records/journeys/current';
import { queueJourney } from '../../local/records/journeys/journeys';
import { appendPoints, foldPoints, readTrack } from '../../local/records/journeys/point-log';
import { type Fix, STALE_MS } from '../fix';
import type { LocationService } from '../location';
import { type ForgottenStop, StopGuard, type Suspicion } from './guard';
import { GpsRest, REST_MS } from './gps-rest';
import { isWorthStoring } from './sampling';
import { type Clocks, systemClocks, TrackClock } from './track-clock';

/** What the running bar shows of a track. */
export interface Recording {
  /** Points on the disk. */
  points: number;
  /** Points that are only in memory, because the disk is full or failed. */
  unstored: number;
  distance_m: number;
  /** A silence of the track before this page went on with it, as times; null if there was none or it was seen. */
  gap: { from: number; to: number } | null;
  suspicion: Suspicion | null;
  /** Whether GPS is off for a while, because nobody moves. */
  isResting: boolean;
}

export interface RecorderParts {
  database: UserDatabase;
  journey: Pick<LocalJourney, 'id' | 'protocol' | 'started_at'>;
  location: LocationService;
  /** The calendar day of a time at the place of the journey. */
  dayOf: (at: number) => string;
  clock?: Clock;
  clocks?: Clocks;
}

/** Points are folded into blocks and sent in groups of so many. */
const FOLD_POINTS = 200;
/** More than this many points that cannot be stored are given up, the oldest first, before the memory is full. */
const MAX_UNSTORED = 20_000;
const RETRY_MS = 10_000;
const CHECK_MS = 60_000;
/** Clocks are corrected by less. */
const SET_BACK_MS = 2000;

/**
 * Records the track of the running journey: takes the fixes of the shared location service, and stores each point before it counts it. One
 * recorder per device may run at a time (`withRecorderLock`).
 */
export class TrackRecorder {
  readonly store: StoreApi<Recording>;
  readonly #parts: RecorderParts;
  readonly #clock: Clock;
  readonly #clocks: Clocks;
  readonly #guard: StopGuard;
  #time: TrackClock;
  #meter = new TrackMeter();
  #last: TrackPoint | null = null;
  /** When that was by the clock of the system, by which records are made. */
  #lastAt = 0;
  #segment = 0;
  #nextSeq = 0;
  #waiting: TrackPoint[] = [];
  #sinceFold = 0;
  #writing: Promise<void> | null = null;
  #isPaused: boolean | null = null;
  #isListening = false;
  #rest = new GpsRest();
  /** Null while the recorder does not use the location service. */
  #release: (() => void) | null = null;
  #cancelRest = () => {};
  #unsubscribe = () => {};
  #cancelCheck = () => {};
  #cancelRetry = () => {};

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#clocks = parts.clocks ?? systemClocks;
    this.#guard = new StopGuard(parts.journey.protocol, Date.parse(parts.journey.started_at), parts.dayOf);
    this.#time = new TrackClock(this.#clocks, 0);
    this.store = createStore<Recording>(() => ({ points: 0, unstored: 0, distance_m: 0, gap: null, suspicion: null, isResting: false }));
  }

  /** Reads the stored track, after whose last point it will go on; `setPaused(false)` begins. */
  async start(): Promise<void> {
    const { database, journey } = this.#parts;
    const track = await readTrack(database, journey.id);
    this.#meter = new TrackMeter();
    for (const point of track) {
      this.#guard.add(point);
      this.#meter.add(point);
    }
    const last = track.at(-1) ?? null;
    this.store.setState({ points: track.length, distance_m: this.#meter.distance() });
    this.#last = last;
    this.#nextSeq = (last?.seq ?? -1) + 1;
    this.#segment = last?.segment ?? 0;
    this.#time = new TrackClock(this.#clocks, last?.t ?? 0);
  }

  setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    // Null before the first time: after a reload, a silence is a gap and no pause.
    if (this.#isPaused === null && !isPaused) this.#noticeGap();
    else if (!isPaused) this.#segment = (this.#last?.segment ?? -1) + 1;
    this.#isPaused = isPaused;
    if (isPaused) return void this.stop();
    this.store.setState({ suspicion: null });
    this.#listen();
  }

  /** Goes on after `stop`, unless the journey is paused. */
  resume(): void {
    if (this.#isPaused === false) this.#listen();
  }

  /** Stops the location service. Resolves when everything that can be stored is. */
  async stop(): Promise<void> {
    this.#isListening = false;
    this.#cancelRest();
    this.#stopLocating();
    this.store.setState({ isResting: false });
    this.#unsubscribe();
    this.#cancelCheck();
    this.#cancelRetry();
    await this.flush();
  }

  /** The person has seen that the track has a gap. */
  acknowledgeGap(): void {
    this.store.setState({ gap: null });
  }

  /** The journey goes on although it seemed to have ended. */
  goOn(reason: ForgottenStop): void {
    this.#guard.accept(reason, this.#clock.now());
    this.store.setState({ suspicion: null });
  }

  #noticeGap(): void {
    const from = this.#last?.t;
    const now = this.#clock.now();
    if (from == null) return;
    if (now - from > MAX_SILENCE_MS) this.store.setState({ gap: { from, to: now } });
    // The clock was set back, so nobody knows how long the silence was.
    if (now < from - SET_BACK_MS) this.#segment++;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#rest = new GpsRest();
    const { location } = this.#parts;
    let known = location.store.getState().fix;
    this.#unsubscribe = location.store.subscribe(({ fix }) => {
      if (!fix || fix === known) return;
      known = fix;
      this.add(fix);
      if (this.#release && this.#rest.mayRest(fix)) this.#pauseGps();
    });
    this.#release = location.acquire();
    this.#planCheck();
    // If a form uses the location service already and the device does not move, no new fix comes.
    const now = this.#clock.now();
    if (known && now - known.at <= STALE_MS) this.add({ ...known, at: now });
  }

  #stopLocating(): void {
    const release = this.#release;
    this.#release = null;
    release?.();
  }

  /** Saves power while nobody moves. If something else uses the location service, such as a form, it stays on. */
  #pauseGps(): void {
    this.#stopLocating();
    this.store.setState({ isResting: true });
    this.#cancelRest = this.#clock.after(REST_MS, () => {
      this.store.setState({ isResting: false });
      this.#release = this.#parts.location.acquire();
    });
  }

  #planCheck(): void {
    this.#cancelCheck();
    this.#cancelCheck = this.#clock.after(CHECK_MS, () => {
      this.#check();
      this.#planCheck();
    });
  }

  #check(): void {
    const suspicion = this.#guard.check(this.#clock.now());
    const before = this.store.getState().suspicion;
    if (suspicion?.reason !== before?.reason) this.store.setState({ suspicion });
  }

  /** Adds a fix to the track, if it says something new. */
  add(fix: Fix): void {
    if (this.#isPaused !== false) return;
    const age = Math.max(0, this.#clocks.now() - fix.at);
    const t = this.#time.timeOf(age);
    const last = this.#last;
    if (last?.t != null && last.segment === this.#segment && t - last.t > MAX_SILENCE_MS) this.#segment++;
    const point = rounded({
      seq: this.#nextSeq,
      segment: this.#segment,
      t,
      latitude: fix.latitude,
      longitude: fix.longitude,
      elevation_m: fix.altitude_m,
      accuracy_m: Math.min(1_000_000, fix.accuracy_m),
      speed_mps: fix.speed_mps === null ? null : Math.min(10_000, Math.max(0, fix.speed_mps)),
      source: 'gps',
    });
    if (!isWorthStoring(last, point)) return;
    this.#nextSeq++;
    this.#last = point;
    this.#lastAt = this.#clocks.now() - age;
    this.#guard.add(point);
    this.#check();
    this.#meter.add(point);
    this.store.setState({ distance_m: this.#meter.distance() });
    this.#waiting.push(point);
    if (this.#waiting.length > MAX_UNSTORED) this.#waiting.shift();
    // What is being written takes the point along. To wait for it would keep memory for each point while points come without a pause.
    if (!this.#writing) void this.flush();
  }

  /** Stores what waits, one transaction after the other. */
  async flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { database, journey } = this.#parts;
    while (this.#waiting.length > 0) {
      const points = this.#waiting.slice(0, FOLD_POINTS);
      try {
        await storeWithPlace(database, journey.id, points, this.#lastAt);
      } catch (error) {
        console.error('Track', error);
        this.store.setState({ unstored: this.#waiting.length });
        this.#cancelRetry();
        if (this.#isListening) this.#cancelRetry = this.#clock.after(RETRY_MS, () => void this.flush());
        return;
      }
      const stored = new Set(points);
      this.#waiting = this.#waiting.filter((point) => !stored.has(point));
      this.#sinceFold += points.length;
      this.store.setState((state) => ({ points: state.points + points.length, unstored: 0 }));
      await this.#fold();
    }
  }

  async #fold(): Promise<void> {
    if (this.#sinceFold < FOLD_POINTS) return;
    const { database, journey } = this.#parts;
    this.#sinceFold = 0;
    // The points are stored already; without space for the block, they stay in the log.
    await foldPoints(database, journey.id).catch((error: unknown) => console.error('Track', error));
    await queueJourney(database, journey.id, this.#clock.now()).catch((error: unknown) => console.error('Track', error));
  }
}

/** Stores points and, for records, where the journey is. */
async function storeWithPlace(database: UserDatabase, journeyId: string, points: readonly TrackPoint[], at: number): Promise<void> {
  await database.write('track', [database.journeyPoints, database.settings], async () => {
    await appendPoints(database, journeyId, points);
    const { latitude, longitude, accuracy_m } = itemAt(points, -1);
    const point = { latitude, longitude, accuracy_m: accuracy_m ?? 100, at };
    await currentJourney.update(database, (current) => (current?.id === journeyId ? { ...current, point } : current));
  });
}

/**
 * Runs `work` while no other tab of this device records for the person; calls `onWait` if one does now. Without locks in the browser, at
 * once. `work` ends with the signal.
 */
export function withRecorderLock(userId: string, work: () => Promise<void>, signal: AbortSignal, onWait: () => void): void {
  const locks = globalThis.navigator?.locks;
  if (!locks) return void work();
  const name = `veld-track-${userId}`;
  const request = async () => {
    const isFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !signal.aborted) await work();
      return lock !== null;
    });
    if (isFree || signal.aborted) return;
    onWait();
    await locks.request(name, { signal }, work);
  };
  request().catch(() => undefined);
}
