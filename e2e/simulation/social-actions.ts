import { type CommentWrite, REACTION_EMOJI, type ReactionWrite } from '@veld/contract';
import { TAXA } from '../../server/src/testing/records.ts';
import { deleteComment, writeComment } from '../../web/src/local/changes/comments';
import { identify, withdraw } from '../../web/src/local/changes/identifications';
import { react } from '../../web/src/local/changes/reactions';
import type { UserDatabase } from '../../web/src/local/db/database';
import type { OutboxItem } from '../../web/src/local/db/rows';
import { labelItem } from '../../web/src/local/outbox/operations';
import { discardItem } from '../../web/src/local/outbox/outbox';
import type { Device } from './device.ts';
import { type SeededRandom, drawUuid } from './seeded-random.ts';
import { boundMoment, type SocialModel } from './social-model.ts';
import type { World } from './world.ts';

const SECOND = 1000;
/** Only the first few records, so that people and devices meet there. */
const SHARED = 4;

/** What a person says about records, own and others', on a device. The model learns of it once the device has stored it. */
export class SocialActions {
  readonly #world: World;
  readonly #model: SocialModel;
  readonly #random: SeededRandom;
  /** Ids of everybody in the simulation. */
  readonly #people: readonly string[];
  #count = 0;

  constructor(world: World, model: SocialModel, random: SeededRandom, people: readonly string[]) {
    this.#world = world;
    this.#model = model;
    this.#random = random;
    this.#people = people;
  }

  /** One of the three, on a record that the server has. */
  async act(device: Device): Promise<void> {
    // No two of them at the same moment, as with real people.
    this.#world.now += SECOND;
    const what = this.#random.below(10);
    const record = await this.#anyRecord(device, what >= 6);
    if (!record) return;
    if (what < 3) await this.#react(device, record);
    else if (what < 6) await this.#comment(device, record);
    else await this.#identify(device, record);
  }

  /** Ends an operation that the server refused because its record is deleted, as a person would. */
  async decideGone(device: Device, item: OutboxItem): Promise<void> {
    const { db } = this.#world.veld;
    const recordId = item.input.params!.id!;
    const record = await db.selectFrom('observations').select('deleted_at').where('id', '=', recordId).executeTakeFirst();
    const isGone = item.last_error?.status === 404 && record?.deleted_at != null;
    const isText = ['comment', 'identification'].includes(labelItem(item));
    if (!isGone || !isText)
      throw new Error(`${device.name} wants a decision about a ${labelItem(item)} without need: ${JSON.stringify(item.last_error)}`);
    await device.until(({ database }) => discardItem(database, item.id));
  }

  async #react(device: Device, recordId: string): Promise<void> {
    const emoji = this.#random.is(0.3) ? null : this.#random.pick(Object.values(REACTION_EMOJI));
    const moment = boundMoment(this.#world.now, device.skew);
    const isStored = await this.#stored(
      device,
      (database) => react(database, recordId, emoji, device.now()),
      ({ body }) => (body as Partial<ReactionWrite> | undefined)?.chosen_at === new Date(device.now()).toISOString(),
    );
    if (isStored) this.#model.reacted(recordId, device.name, emoji, moment);
  }

  async #comment(device: Device, recordId: string): Promise<void> {
    const own = await this.#ownComments(device, recordId);
    const what = own.length === 0 ? 0 : this.#random.below(3);
    if (what === 2) return this.#deleteComment(device, recordId, this.#random.pick(own));
    const id = what === 1 ? this.#random.pick(own) : drawUuid(this.#random);
    const text = `text ${++this.#count}`;
    const moment = boundMoment(this.#world.now, device.skew);
    const options = { isEdit: what === 1, now: device.now() };
    const isStored = await this.#stored(
      device,
      (database) => writeComment(database, { recordId, id }, text, options),
      ({ body }) => (body as Partial<CommentWrite> | undefined)?.text === text,
    );
    if (isStored) this.#model.wrote(recordId, id, device.name, text, moment);
  }

  async #deleteComment(device: Device, recordId: string, id: string): Promise<void> {
    device.app.run.killAfter = null;
    await device.until(({ database }) => deleteComment(database, { recordId, id }, device.now()));
    this.#model.comments.get(id)!.isDeleted = true;
  }

  /** Comments of the person that this device may show: unsent ones of its own, and those on the server. */
  async #ownComments(device: Device, recordId: string): Promise<string[]> {
    const here = await this.#waiting(device, `comment:${recordId}:`);
    const there = await this.#onServer(device, 'comments', recordId);
    const ids = new Set([...here.map((item) => item.input.params!.comment!), ...there]);
    return [...ids].filter((id) => this.#model.comments.get(id)?.isDeleted === false).toSorted();
  }

  async #identify(device: Device, recordId: string): Promise<void> {
    const [waiting] = (await this.#waiting(device, `identification:${recordId}`)).toReversed();
    const [former] = await this.#onServer(device, 'identifications', recordId);
    const isPut = waiting?.route.startsWith('PUT');
    const shown = isPut ? waiting!.input.params!.identification! : waiting ? undefined : former;
    if (shown && this.#random.is(0.3)) return this.#withdraw(device, recordId, shown, former ?? null);
    const id = drawUuid(this.#random);
    const taxon = this.#random.pick(Object.values(TAXA)).id;
    const isStored = await this.#stored(
      device,
      (database) => identify(database, recordId, { taxon_id: taxon, disagrees: false, comment: '' }, { now: device.now(), id }),
      ({ params }) => params?.identification === id,
    );
    if (isStored) this.#model.identified(recordId, device.name, { kind: 'put', id }, taxon);
  }

  async #withdraw(device: Device, recordId: string, id: string, former: string | null): Promise<void> {
    device.app.run.killAfter = null;
    await device.until(({ database }) => withdraw(database, recordId, { id, former }, device.now()));
    this.#model.identified(recordId, device.name, { kind: 'withdrawal', id });
  }

  /** Runs `work`, in which the app may be killed; returns whether an operation that `is` recognises is stored afterwards. */
  async #stored(
    device: Device,
    work: (database: UserDatabase) => Promise<unknown>,
    is: (input: OutboxItem['input']) => boolean,
  ): Promise<boolean> {
    if (await device.until(({ database }) => work(database))) return true;
    await device.start();
    return (await device.app.database.outbox.toArray()).some((item) => is(item.input));
  }

  async #waiting(device: Device, subject: string): Promise<OutboxItem[]> {
    device.activate();
    return device.app.database.outbox.where('subject').startsWith(subject).sortBy('seq');
  }

  /** Ids of the comments, or of the active identification, that the server has of the person. */
  async #onServer(device: Device, table: 'comments' | 'identifications', recordId: string): Promise<string[]> {
    const rows = await this.#world.veld.db
      .selectFrom(table)
      .select('id')
      .where('observation_id', '=', recordId)
      .where('user_id', '=', device.app.auth.state().user!.id)
      .where(table === 'comments' ? 'deleted_at' : 'withdrawn_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  async #anyRecord(device: Device, isOfOthers: boolean): Promise<string | null> {
    const { db } = this.#world.veld;
    const userId = device.app.auth.state().user!.id;
    const rows = await db
      .selectFrom('observations')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('user_id', 'in', this.#people)
      .$if(isOfOthers, (query) => query.where('user_id', '!=', userId))
      .orderBy('id')
      .limit(SHARED)
      .execute();
    return rows.length > 0 ? this.#random.pick(rows).id : null;
  }
}
