import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deleteAccount,
  deleteSession,
  getTaxonomy,
  getTaxonomyImport,
  getUser,
  listSessions,
  login,
  logout,
  patchAccount,
  patchUser,
  pathFor,
  postTaxonImage,
  logTaxonomy,
  putTaxonomyImport,
  putTaxonomyImportPart,
  register,
  runTaxonomyImport,
  UPLOADS_PATH,
} from '@veld/contract';
import { photoOfPhone } from '../photo.ts';
import type { RunningVeld } from '../server.ts';
import { type Acknowledged, type Found, type Json, type Request, sendUntilDone, type Writer } from './kill-client.ts';

const PASSWORD = 'a long walk in the rain';
const OTHER_PASSWORD = 'a short walk in the sun';
/** Ids from the starter taxonomy. */
const TAXA = [1001, 1002, 1003, 1004];
const GUESTS_KEPT = 4;

interface Guest {
  id: string;
  name: string;
  isPro: boolean;
}

/**
 * The first account of a server, which is an admin and makes itself a curator. Makes the writes that `KillPerson` does not: sessions,
 * passwords, other people's roles and closures, taxonomy imports, species images, cancelled uploads.
 */
export class KillAdmin implements Writer {
  readonly #veld: RunningVeld;
  readonly #name: string;
  readonly #random: () => number;
  #token = '';
  #password = PASSWORD;
  #count = 0;
  readonly #sessions = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #guests: Guest[] = [];
  readonly #goneGuests: Guest[] = [];
  readonly #imported: string[] = [];
  readonly #photos: string[] = [];
  /** By the id of the device, the id under which the server stores the photo. */
  readonly #storedIds = new Map<string, string>();
  readonly #images = new Map<number, string>();
  readonly #cancelled: string[] = [];

  constructor(veld: RunningVeld, name: string, random: () => number) {
    this.#veld = veld;
    this.#name = name;
    this.#random = random;
  }

  async register(): Promise<void> {
    const made = await this.#json('POST', register.path, { name: this.#name, email: `${this.#name}@example.org`, password: PASSWORD });
    const { token, data } = made as { token: string; data: { id: string } };
    this.#token = token;
    await this.#json('PATCH', pathFor(patchUser, { id: data.id }), { roles: ['admin', 'curator'] });
    // An image whose rendering a kill interrupts is rendered later; these two are needed from the beginning.
    let shown: string | null = null;
    for (let count = 0; count < 2; count++) {
      const photo = await this.#sendPhoto();
      const before: string | null = shown;
      await this.#choosePhoto(TAXA[0]!, photo);
      while (shown === null || shown === before) {
        await sleep(100);
        shown = await this.#imageOf(TAXA[0]!);
      }
      this.#photos.push(photo);
      this.#storedIds.set(photo, shown);
    }
  }

  async write(): Promise<void> {
    const number = this.#count++;
    // An import takes a second, so it is rare: kills should hit the other writes too.
    const kind = number % 40 === 20 ? 'import' : Math.floor(this.#random() * 6);
    switch (kind) {
      case 'import':
        return this.#import(number);
      case 0:
        return this.#changeSessions();
      case 1:
        return this.#chooseImage();
      case 2:
        return this.#cancelUpload();
      case 3:
        return this.#changePassword();
      case 4:
        return this.#changeGuests(number);
      default:
        return this.#log(number);
    }
  }

  /** Logs in on another device, logs out there, or revokes an older session. */
  async #changeSessions(): Promise<void> {
    const [old] = this.#sessions;
    if (old !== undefined && this.#sessions.size > 3) {
      await this.#json('DELETE', pathFor(deleteSession, { id: old }));
      this.#sessions.delete(old);
      this.#ended.add(old);
      return;
    }
    const { token } = (await this.#json('POST', login.path, {
      email: `${this.#name}@example.org`,
      password: this.#password,
    })) as { token: string };
    const { data } = (await this.#send({ method: 'GET', url: listSessions.path, token })).json as {
      data: { id: string; is_current: boolean }[];
    };
    const { id } = data.find((session) => session.is_current)!;
    if (this.#random() < 0.5) {
      this.#sessions.add(id);
      return;
    }
    await this.#send({ method: 'POST', url: logout.path, token });
    this.#ended.add(id);
  }

  #chooseImage(): Promise<void> {
    return this.#choosePhoto(this.#any(TAXA), this.#any(this.#photos));
  }

  async #choosePhoto(taxon: number, photo: string): Promise<void> {
    await this.#json('POST', pathFor(postTaxonImage, { taxonId: String(taxon) }), {
      image_url: `/api/media/${photo}/512`,
      image_source: 'upload',
    });
    this.#images.set(taxon, photo);
  }

  /** The server's id of the photo that a species image was made from; null when there is no image. */
  async #imageOf(taxon: number): Promise<string | null> {
    const { headers } = await this.#send({ method: 'GET', url: `/api/taxon/${taxon}/image`, isDone: (status) => status === 404 });
    return headers.get('etag')?.slice(1, -'-512"'.length) ?? null;
  }

  async #cancelUpload(): Promise<void> {
    const id = randomUUID();
    const bytes = Buffer.from(`no photo ${id}`);
    await this.#announce(id, bytes);
    await this.#send({ method: 'DELETE', url: `${UPLOADS_PATH}/${id}`, headers: TUS });
    this.#cancelled.push(id);
  }

  /** A new password ends all other sessions. A repeat after a lost response is refused, because the old password no longer fits. */
  async #changePassword(): Promise<void> {
    const next = this.#password === PASSWORD ? OTHER_PASSWORD : PASSWORD;
    await this.#send({
      method: 'PATCH',
      url: patchAccount.path,
      body: { password: next, current_password: this.#password },
      isDone: (status) => status === 422,
    });
    this.#password = next;
    for (const id of this.#sessions) this.#ended.add(id);
    this.#sessions.clear();
  }

  /** Registers a guest and sets whether they are pro, or closes the account of the oldest guest. */
  async #changeGuests(number: number): Promise<void> {
    const [old] = this.#guests;
    if (old !== undefined && this.#guests.length > GUESTS_KEPT) {
      await this.#send({ method: 'POST', url: deleteAccount.path, body: { user_id: old.id }, isDone: (status) => status === 404 });
      this.#guests.shift();
      this.#goneGuests.push(old);
      return;
    }
    const name = `${this.#name}_guest_${number}`;
    const body = { name, email: `${name}@example.org`, password: PASSWORD };
    const { id } = ((await this.#json('POST', register.path, body)) as { data: { id: string } }).data;
    const isPro = this.#random() < 0.5;
    await this.#json('PATCH', pathFor(patchUser, { id }), { is_pro: isPro });
    this.#guests.push({ id, name, isPro });
  }

  /** Reports a problem with a device's taxonomy. No route returns these reports, so only the acknowledgement is checked. */
  async #log(number: number): Promise<void> {
    await this.#json('POST', logTaxonomy.path, { code: 'total_mismatch', type: 'global', page: number, total: number });
  }

  /** Imports one new taxon. A run that a kill interrupts has changed nothing, and is started again. */
  async #import(number: number): Promise<void> {
    const id = randomUUID();
    const name = `Occisor ${inLetters(number)}`;
    const bytes = Buffer.from(`id\tscientific_name\n${id}\t${name}\n`);
    await this.#json('PUT', pathFor(putTaxonomyImport, { id }), {
      file_name: 'taxa.tsv',
      byte_length: bytes.length,
      source: 'kills',
      is_complete: false,
    });
    await this.#send({
      method: 'PUT',
      url: `${pathFor(putTaxonomyImportPart, { id })}?offset=0`,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
      isDone: (status) => status === 409,
    });
    for (let state = 'receiving'; state !== 'done'; await sleep(50)) {
      ({ state } = ((await this.#json('GET', pathFor(getTaxonomyImport, { id }))) as { data: { state: string } }).data);
      if (['receiving', 'failed'].includes(state)) {
        await this.#send({
          method: 'POST',
          url: pathFor(runTaxonomyImport, { id }),
          body: { is_dry_run: false },
          isDone: (status) => status === 409,
        });
      }
    }
    this.#imported.push(name);
  }

  async #sendPhoto(): Promise<string> {
    const id = randomUUID();
    const bytes = await photoOfPhone();
    await this.#announce(id, bytes);
    await this.#send({
      method: 'PATCH',
      url: `${UPLOADS_PATH}/${id}`,
      body: bytes,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    });
    return id;
  }

  #announce(id: string, bytes: Buffer): Promise<Acknowledged> {
    const fields = { id, sha256: createHash('sha256').update(bytes).digest('hex'), type: 'image/jpeg' };
    const metadata = Object.entries(fields)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join();
    return this.#send({
      method: 'POST',
      url: UPLOADS_PATH,
      headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
  }

  #logIn(name: string): Promise<Acknowledged> {
    const body = { email: `${name}@example.org`, password: name === this.#name ? this.#password : PASSWORD };
    return this.#send({ method: 'POST', url: login.path, token: '', body, isDone: (status) => [401, 422].includes(status) });
  }

  #any<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  async #json(method: string, path: string, body?: Json): Promise<unknown> {
    return (await this.#send({ method, url: path, body })).json;
  }

  #send(request: Omit<Request, 'token'> & { token?: string }): Promise<Acknowledged> {
    return sendUntilDone({ token: this.#token, ...request, url: this.#veld.url + request.url });
  }

  async check(): Promise<Found> {
    const found: Found = { lost: 0, doubled: 0, wrongXp: 0 };
    const lose = (what: string) => {
      found.lost++;
      console.log(`\nlost: ${what}`);
    };
    const { data } = (await this.#json('GET', listSessions.path)) as { data: { id: string }[] };
    const open = new Set(data.map(({ id }) => id));
    for (const id of this.#sessions) if (!open.has(id)) lose(`session ${id}`);
    for (const id of this.#ended) if (open.has(id)) lose(`the end of session ${id}`);
    if ((await this.#logIn(this.#name)).status !== 200) lose('the new password');
    for (const { name, isPro } of this.#guests) {
      const { json, status } = await this.#logIn(name);
      if (status !== 200 || (json as { data: { is_pro: boolean } }).data.is_pro !== isPro) lose(`whether ${name} is pro: ${isPro}`);
    }
    for (const { name } of this.#goneGuests) {
      // For fourteen days a login reopens the account, and says so.
      const { json, status } = await this.#logIn(name);
      if (status === 200 && (json as { reopened?: boolean }).reopened !== true) lose(`the closure of ${name}`);
    }
    const names = Object.values((await this.#json('GET', getTaxonomy.path)) as Record<string, string>);
    for (const name of this.#imported) {
      const times = names.filter((one) => one === name).length;
      if (times === 0) lose(name);
      else found.doubled += times - 1;
    }
    for (const [taxon, photo] of this.#images) {
      const shown = await this.#imageOf(taxon);
      const stored = this.#storedIds.get(photo);
      if (shown !== stored) lose(`the image of ${taxon}: ${shown} instead of ${stored}`);
    }
    for (const id of this.#cancelled) {
      const { status } = await this.#send({
        method: 'HEAD',
        url: `${UPLOADS_PATH}/${id}`,
        headers: TUS,
        isDone: (one) => [404, 410].includes(one),
      });
      if (status < 300) lose(`the cancellation of upload ${id}`);
    }
    const user = (await this.#json('GET', getUser.path)) as { roles: string[] };
    if (!user.roles.includes('curator')) lose('the role of a curator');
    return found;
  }
}

const TUS = { 'tus-resumable': '1.0.0' };

/** Names of taxa contain no digits. */
function inLetters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('') + 'us';
}
