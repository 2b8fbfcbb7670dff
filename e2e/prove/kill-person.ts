import { randomBytes, randomUUID } from 'node:crypto';
import {
  BADGES,
  badgeSeen,
  deleteEmbed,
  deleteEmptyObservations,
  deleteObservation,
  EXPERIENCE,
  getUser,
  listEmbeds,
  listFeedback,
  listObservationChanges,
  patchAccount,
  patchPreferences,
  pathFor,
  putEmbed,
  putFeedback,
  putObservation,
  register,
  WIZARDS,
  wizardSeen,
  xpSeen,
} from '@veld/contract';
import type { RunningVeld } from '../server.ts';
import { type Found, type Json, sendUntilDone, type Writer } from './kill-client.ts';

const TAXON = 1001;
/** The server refuses more in a quarter of an hour. */
const MOST_FEEDBACK = 8;

interface Made {
  version: number;
  notes: string;
}

interface Change {
  id: string;
  version: number;
  notes?: string | null;
  deleted?: true;
}

/** A person who writes to their own records and settings. */
export class KillPerson implements Writer {
  readonly #veld: RunningVeld;
  readonly #name: string;
  readonly #random: () => number;
  #token = '';
  readonly #records = new Map<string, Made>();
  readonly #deleted = new Set<string>();
  readonly #ticks = new Set<string>();
  readonly #seen = { badge: new Set<string>(), toast: new Set<string>(), wizard: new Set<string>() };
  readonly #embeds = new Set<string>();
  readonly #feedback = new Set<string>();
  #called: string;
  #language: unknown = null;
  #xpSeen = 0;
  #count = 0;

  constructor(veld: RunningVeld, name: string, random: () => number) {
    this.#veld = veld;
    this.#name = name;
    this.#called = name;
    this.#random = random;
  }

  /** Runs before the first kill: a registration cannot be repeated. */
  async register(): Promise<void> {
    const body = { name: this.#name, email: `${this.#name}@example.org`, password: 'a long walk in the rain' };
    this.#token = ((await this.#send('POST', register.path, body)) as { token: string }).token;
  }

  async write(): Promise<void> {
    const number = this.#count++;
    const kind = Math.floor(this.#random() * 16);
    if (kind < 6 || this.#records.size === 0) return this.#create(number);
    if (kind < 8) return this.#edit(number);
    if (kind === 8) return this.#remove();
    if (kind === 9) return this.#tick();
    if (kind === 10 && this.#ticks.size > 0) return this.#removeTicks();
    if (kind === 11) return this.#embed();
    if (kind === 12) return this.#rename(number);
    if (kind === 13) return this.#see(number);
    if (kind === 14 && this.#feedback.size < MOST_FEEDBACK) return this.#sendFeedback(number);
    return this.#prefer(number);
  }

  async #create(number: number): Promise<void> {
    const id = randomUUID();
    const notes = `record ${number}`;
    await this.#put(id, { ...SIGHTING, notes });
    this.#records.set(id, { version: 1, notes });
  }

  async #edit(number: number): Promise<void> {
    const [id, made] = this.#anyRecord();
    const notes = `edited ${number}`;
    await this.#put(id, { ...SIGHTING, notes }, made.version);
    this.#records.set(id, { version: made.version + 1, notes });
  }

  async #remove(): Promise<void> {
    const [id] = this.#anyRecord();
    await this.#send('DELETE', pathFor(deleteObservation, { id }));
    this.#records.delete(id);
    this.#deleted.add(id);
  }

  async #tick(): Promise<void> {
    const id = randomUUID();
    await this.#put(id, { taxon_id: TAXON, geoprivacy: 'open' });
    this.#ticks.add(id);
  }

  async #removeTicks(): Promise<void> {
    await this.#send('DELETE', pathFor(deleteEmptyObservations, { id: String(TAXON) }));
    for (const id of this.#ticks) this.#deleted.add(id);
    this.#ticks.clear();
  }

  async #embed(): Promise<void> {
    const [old] = this.#embeds;
    if (old && this.#embeds.size > 5) {
      await this.#send('DELETE', pathFor(deleteEmbed, { id: old }));
      this.#embeds.delete(old);
      return;
    }
    const id = randomUUID();
    await this.#send('PUT', pathFor(putEmbed, { id }), { key: randomBytes(32).toString('base64url'), label: 'fen', origins: [] });
    this.#embeds.add(id);
  }

  async #rename(number: number): Promise<void> {
    const name = `${this.#name} ${number}`;
    await this.#send('PATCH', patchAccount.path, { name });
    this.#called = name;
  }

  async #see(number: number): Promise<void> {
    const kind = (['badge', 'wizard'] as const)[number % 2]!;
    const route = { badge: badgeSeen, wizard: wizardSeen }[kind];
    const ids = { badge: BADGES.map(({ id }) => id), wizard: WIZARDS }[kind];
    const mark = ids[number % ids.length]!;
    await this.#send('POST', route.path, { [kind]: mark });
    this.#seen[kind].add(mark);
  }

  async #prefer(number: number): Promise<void> {
    if (number % 2 === 0) {
      const xp = Math.min(this.#points(), this.#xpSeen + 3);
      await this.#send('POST', xpSeen.path, { total_xp_seen: xp });
      this.#xpSeen = Math.max(this.#xpSeen, xp);
      return;
    }
    const language = ['en', 'nl', 'de'][number % 3];
    await this.#send('PATCH', patchPreferences.path, { language });
    this.#language = language;
  }

  async #sendFeedback(number: number): Promise<void> {
    const id = randomUUID();
    await this.#send('PUT', pathFor(putFeedback, { id }), { kind: 'idea', text: `idea ${number}`, may_contact: false });
    this.#feedback.add(id);
  }

  #anyRecord(): [string, Made] {
    const all = [...this.#records];
    return all[Math.floor(this.#random() * all.length)]!;
  }

  #put(id: string, body: Json, base?: number): Promise<unknown> {
    const headers: Record<string, string> = base ? { 'if-match': `"${base}"` } : {};
    return this.#send('PUT', pathFor(putObservation, { id }), { ...body, write_id: randomUUID() }, headers);
  }

  async #send(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<unknown> {
    return (await sendUntilDone({ method, url: this.#veld.url + path, token: this.#token, body, headers })).json;
  }

  async check(): Promise<Found> {
    const found: Found = { lost: 0, doubled: 0, wrongXp: 0 };
    const changes = await this.#changes();
    const ids = changes.map((change) => change.id);
    found.doubled += ids.length - new Set(ids).size;
    const stored = new Map(changes.map((change) => [change.id, change]));
    for (const [id, made] of this.#records) {
      const change = stored.get(id);
      if (!change || change.deleted || change.notes !== made.notes || change.version < made.version) found.lost++;
      else if (change.version > made.version) found.doubled++;
    }
    for (const id of this.#deleted) if (stored.get(id)?.deleted !== true) found.lost++;
    for (const id of this.#ticks) if (stored.get(id)?.deleted !== undefined || !stored.has(id)) found.lost++;
    found.doubled += Math.max(0, stored.size - this.#records.size - this.#deleted.size - this.#ticks.size);
    const user = (await this.#send('GET', getUser.path)) as Record<string, unknown> & { preferences: Json };
    for (const kind of ['badge', 'toast', 'wizard'] as const) {
      const marks = user[`${kind}s_seen`] as string[];
      found.doubled += marks.length - new Set(marks).size;
      for (const mark of this.#seen[kind]) if (!marks.includes(mark)) found.lost++;
    }
    if (user.name !== this.#called) found.lost++;
    if (this.#language !== null && user.preferences.language !== this.#language) found.lost++;
    await this.#compare(listEmbeds.path, this.#embeds, found);
    await this.#compare(listFeedback.path, this.#feedback, found);
    found.wrongXp = Math.abs((user.total_xp as number) - this.#points());
    return found;
  }

  /** All records are of one species, day and place, so that only one gives points: for itself, its species and its cell. */
  #points(): number {
    return this.#records.size > 0 ? EXPERIENCE.record.points + EXPERIENCE.species.points + EXPERIENCE.cell.points : 0;
  }

  async #compare(path: string, wanted: ReadonlySet<string>, found: Found): Promise<void> {
    const { data } = (await this.#send('GET', path)) as { data: { id: string }[] };
    for (const id of wanted) if (!data.some((one) => one.id === id)) found.lost++;
    found.doubled += Math.max(0, data.length - wanted.size);
  }

  async #changes(): Promise<Change[]> {
    const all: Change[] = [];
    for (let cursor = '', hasMore = true; hasMore;) {
      const page = (await this.#send('GET', `${listObservationChanges.path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`)) as {
        data: Change[];
        next_cursor: string;
        has_more: boolean;
      };
      all.push(...page.data);
      cursor = page.next_cursor;
      hasMore = page.has_more;
    }
    return all;
  }
}

const SIGHTING = {
  taxon_id: TAXON,
  observed_on: '2026-05-03',
  observed_time: '06:40',
  time_zone: 'Europe/Amsterdam',
  latitude: 52.1,
  longitude: 5.2,
  coordinate_uncertainty_m: 12,
  location_source: 'gps',
  count: 2,
  geoprivacy: 'open',
};
