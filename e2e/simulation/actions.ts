import { pickDraft } from '../../web/src/local/records/record-shape';
import { saveDraft } from '../../web/src/local/records/drafts';
import { discardItem, resolveConflict, saveAsNew } from '../../web/src/local/outbox/outbox';
import { declare, newPhoto } from '../../web/src/local/records/photos';
import type { LocalObservation, LocalPhoto, OutboxItem } from '../../web/src/local/db/rows';
import { deleteObservation, saveObservation } from '../../web/src/local/records/observations';
import { readBody } from '../../web/src/local/outbox/store';
import { TAXA } from '../../server/src/testing/records.ts';
import { type DeclaredMedia, LICENSES, type ObservationDraft, WIZARDS } from '@veld/contract';
import { type SeededRandom, drawUuid } from './seeded-random.ts';
import type { Device } from './device.ts';
import type { SocialActions } from './social-actions.ts';
import { type Field, FIELDS, type Model, serializeMetadata } from './model.ts';

/** What a person does on a device. The model learns of an action once the device has acknowledged it. */
export class Actions {
  readonly model: Model;
  readonly random: SeededRandom;
  readonly name: string;
  readonly social: SocialActions;
  #count = 0;

  constructor(name: string, model: Model, social: SocialActions, random: SeededRandom) {
    this.social = social;
    this.name = name;
    this.model = model;
    this.random = random;
  }

  async create(device: Device): Promise<void> {
    const waiting = [...this.model.drafts].filter(([, draft]) => draft.device === device.name);
    const draft = waiting.length > 0 && this.random.is(0.5) ? this.random.pick(waiting) : null;
    const photos = await this.#photos(this.random.pick([0, 0, 1, 2, 3]));
    const id = drawUuid(this.random);
    const record = {
      taxon_id: this.random.pick(Object.values(TAXA)).id,
      observed_on: '2026-05-03',
      latitude: 52.1,
      longitude: 5.2,
      location_source: 'gps' as const,
      geoprivacy: 'open' as const,
      count_type: 'exact' as const,
      notes: draft?.[1].notes ?? this.#value('notes'),
      count: this.#value('count'),
      coordinate_uncertainty_m: this.#value('coordinate_uncertainty_m'),
      media: photos.map((photo, order) => this.#withMetadata(declare(photo, order))),
      attributes: {},
    } as unknown as ObservationDraft;
    await this.#save(device, id, null, record, photos, draft?.[0]);
  }

  async edit(device: Device): Promise<void> {
    const row = await this.#anyRow(device);
    if (!row) return this.create(device);
    const before = pickDraft(row);
    const after = { ...before } as ObservationDraft & Record<string, unknown>;
    for (const field of FIELDS) if (this.random.is(0.4)) Object.assign(after, { [field]: this.#value(field) });
    const photos = await this.#photos(this.random.pick([0, 0, 0, 1]));
    const kept = after.media.filter(() => !this.random.is(0.15));
    const media = kept.map((photo) => this.#withMetadata(photo));
    for (const photo of photos) media.splice(this.random.pick([0, media.length, media.length]), 0, declare(photo, 0));
    if (media.length > 1 && this.random.is(0.6))
      media.splice(this.random.below(media.length), 0, ...media.splice(this.random.below(media.length), 1));
    after.media = media.map((photo, order) => ({ ...photo, order }));
    await this.#save(device, row.id, before, after, photos);
  }

  async remove(device: Device): Promise<void> {
    const row = await this.#anyRow(device);
    if (!row) return;
    const { database } = device.app;
    const isKept = await device.until(() => deleteObservation(database, row.id, { now: device.now() }));
    if (!isKept) {
      await device.start();
      const after = await device.app.database.observations.get(row.id);
      if (after?.deleted === 0) return;
    }
    this.model.deleted(row.id);
  }

  async draft(device: Device): Promise<void> {
    const id = drawUuid(this.random);
    const notes = String(this.#value('notes'));
    const draft = { id, observation_id: null, values: { notes }, photo_ids: [], updated_at: device.now() };
    const isKept = await device.until(({ database }) => saveDraft(database, draft));
    if (!isKept) await device.start();
    if (isKept || (await device.app.database.drafts.get(id))) this.model.drafts.set(id, { device: device.name, notes });
  }

  /** Closes a wizard, which puts a small operation into the outbox. */
  async seeWizard(device: Device): Promise<void> {
    const id = WIZARDS[this.#count++ % WIZARDS.length]!;
    device.app.run.killAfter = null;
    await device.until(({ auth }) => auth.change({ kind: 'wizard', id }));
    this.model.wizards.add(id);
  }

  /** Resolves every operation that needs attention, as a person would. Returns whether there was one. */
  async decide(device: Device): Promise<boolean> {
    const { database } = device.app;
    const failed = await database.outbox.where('state').equals('needs_attention').toArray();
    for (const item of failed.toSorted((one, two) => one.seq - two.seq)) {
      if (!(await database.outbox.get(item.id))) continue;
      if (item.conflict) await this.#decideConflict(device, item);
      else if (item.kind === 'record' && item.last_error?.status === 410) await this.#decideGone(device, item);
      else if (item.kind === 'call') await this.social.decideGone(device, item);
      else throw new Error(`${device.name} wants a decision about a ${item.kind} without need: ${JSON.stringify(item.last_error)}`);
    }
    return failed.length > 0;
  }

  async #decideConflict(device: Device, item: OutboxItem): Promise<void> {
    const { database } = device.app;
    const { current, clashes } = item.conflict!;
    const mine = readBody(item)!;
    if (this.random.is(0.5)) {
      for (const field of FIELDS) {
        const group = field === 'coordinate_uncertainty_m' ? 'latitude' : field;
        if (clashes.includes(group)) this.model.chose(item.subject, field, mine[field]!, current[field]!);
      }
      if (clashes.includes('media')) this.model.choseMetadata(item.subject, item.base, mine, pickDraft(current));
      await device.until(() => resolveConflict(database, item.id, 'mine'));
    } else {
      this.model.discarded(device.name, item.subject, mine, item.base);
      await device.until(() => resolveConflict(database, item.id, 'theirs'));
    }
  }

  async #decideGone(device: Device, item: OutboxItem): Promise<void> {
    const { database } = device.app;
    if (this.random.is(0.5)) {
      await device.until(() => discardItem(database, item.id));
      return;
    }
    let id: string | null = null;
    await device.until(async () => (id = await saveAsNew(database, item.id)));
    if (!id) throw new Error(`${device.name} could not keep a deleted record as a new one`);
    this.model.saved(device.name, id, null, pickDraft((await database.observations.get(id))!));
  }

  async #save(
    device: Device,
    id: string,
    before: ObservationDraft | null,
    after: ObservationDraft,
    photos: LocalPhoto[],
    draftId?: string,
  ): Promise<void> {
    const { database } = device.app;
    const user = device.app.auth.state().user!;
    const options = { id, draftId, taxon: null, now: device.now(), user: { id: user.id, name: user.name, is_pro: user.is_pro } };
    const isKept = await device.until(() => saveObservation(database, after, photos, options));
    if (isKept || (await this.#wasKept(device, id, before, after))) {
      this.model.saved(device.name, id, before, after);
      if (draftId) this.model.drafts.delete(draftId);
    }
  }

  /** Whether a save during which the app was killed is stored. Throws when it is stored in part. */
  async #wasKept(device: Device, id: string, before: ObservationDraft | null, after: ObservationDraft): Promise<boolean> {
    await device.start();
    const { database } = device.app;
    const row = await database.observations.get(id);
    const serialise = (one: Pick<ObservationDraft, Field | 'media'> | null | undefined) =>
      JSON.stringify(one ? [FIELDS.map((field) => one[field]), one.media.map((photo) => [photo.id, serializeMetadata(photo)])] : null);
    const is = (draft: ObservationDraft | null) => serialise(row) === serialise(draft);
    if (is(before)) return false;
    if (!is(after)) throw new Error(`${device.name} was killed while saving ${id}, and stored a part of it`);
    if ((await database.outbox.where({ observation_id: id }).toArray()).every((item) => item.kind !== 'record'))
      throw new Error(`${device.name} was killed while saving ${id}, which has no operation in the outbox`);
    return true;
  }

  /** A record on this device that can be edited: neither deleted nor in need of attention. */
  async #anyRow(device: Device): Promise<LocalObservation | null> {
    const { database } = device.app;
    const failed = await database.outbox.where('state').equals('needs_attention').toArray();
    const rows = (await database.observations.toArray()).filter(
      (row) => row.deleted === 0 && failed.every((one) => one.subject !== row.id),
    );
    // Only the first few, so that devices edit the same records.
    return rows.length > 0 ? this.random.pick(rows.slice(0, 6)) : null;
  }

  async #photos(count: number): Promise<LocalPhoto[]> {
    const photos: LocalPhoto[] = [];
    for (let made = 0; made < count; made++) {
      const bytes = Uint8Array.from({ length: 200 + this.random.below(1500) }, () => this.random.below(256));
      photos.push(await newPhoto(new Blob([bytes]), { type: 'image/jpeg', width: 40, height: 30 }, 0));
    }
    return photos;
  }

  /** Changes caption, licence or crop, or none of them. */
  #withMetadata(photo: DeclaredMedia): DeclaredMedia {
    const crop = () => ({ x: (++this.#count % 5000) / 10_000, y: 0.1, width: 0.5, height: 0.25 });
    return {
      ...photo,
      ...(this.random.is(0.3) ? { caption: `caption ${++this.#count}` } : {}),
      ...(this.random.is(0.2) ? { license: this.random.pick([null, ...LICENSES]) } : {}),
      ...(this.random.is(0.3) ? { crop: this.random.is(0.25) ? null : crop() } : {}),
    };
  }

  /** A value that was not written before. */
  #value(field: Field): string | number {
    const number = ++this.#count;
    return field === 'notes' ? `${this.name} ${number}` : number;
  }
}
