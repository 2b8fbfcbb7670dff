import type { DeclaredMedia, Media, ObservationDraft, OwnObservation, Problem, Tombstone, User } from '@veld/contract';

/** A photo of a record as the device knows it: as declared, and what the server added once it had the bytes. */
export interface LocalMedia extends DeclaredMedia {
  thumbhash: string | null;
  /** Signed by the server and short-lived; the blob on the device comes first. Null until the server sent some. */
  urls: Media['urls'];
  /** Of the whole picture, where the photo is cropped or its crop was changed here. */
  whole_urls?: Media['whole_urls'];
  /** Why the server could not show it; absent where it could, or has not tried yet. */
  failed?: Media['failed'];
}

/**
 * An own record: the shape of the contract, and below it what only the device needs. Whether it has been sent is no field:
 * it is a question to the outbox (`syncStateOf`).
 */
export interface LocalObservation extends Omit<OwnObservation, 'quality' | 'media' | 'attributes' | 'created_at' | 'updated_at'> {
  /** Null until the server has judged it. */
  quality: OwnObservation['quality'] | null;
  media: LocalMedia[];
  attributes: ObservationDraft['attributes'];
  /** The server's instants; null until it has the record. */
  created_at: string | null;
  updated_at: string | null;
  /** The version of `base`; 0 where the server has none. */
  version: number;
  /** The server's copy that the fields above are based on. */
  base: OwnObservation | null;
  /** What the server sent while changes of this device were waiting; taken over when those are discarded. */
  newer: OwnObservation | Tombstone | null;
  /** 1 while a deletion waits to be sent. A number, because the database cannot index truth values. */
  deleted: 0 | 1;
  /** When it was first saved; the order of the own list. Milliseconds since 1970. */
  saved_at: number;
}

/** What the camera wrote into a photo, as offered to the form. */
export interface PhotoFacts {
  latitude: number | null;
  longitude: number | null;
  /** Half the width of the place, in metres. */
  coordinate_uncertainty_m: number | null;
  /** The camera's wall clock: YYYY-MM-DD and HH:MM. */
  taken_on: string | null;
  taken_time: string | null;
  /** Of that minute, 0 to 59; absent where the camera did not tell, and of photos read before this was kept. */
  taken_second?: number;
}

export const NO_FACTS: PhotoFacts = { latitude: null, longitude: null, coordinate_uncertainty_m: null, taken_on: null, taken_time: null };

/** A photo: the bytes exactly as they were picked. */
export interface LocalPhoto {
  id: string;
  observation_id: string | null;
  draft_id: string | null;
  blob: Blob;
  /** A JPEG made on the device where browsers cannot show the original (HEIC). */
  preview: Blob | null;
  sha256: string;
  type: DeclaredMedia['type'];
  byte_length: number;
  width: number;
  height: number;
  thumbhash: string | null;
  facts: PhotoFacts;
  created_at: number;
  /** When the server had all its bytes; null before. */
  acknowledged_at: number | null;
}

export interface LocalDraft {
  id: string;
  /** The record being edited, or null for a new one. */
  observation_id: string | null;
  /** What has been typed so far; may well be invalid. */
  values: Record<string, unknown>;
  /** Photos in their order. */
  photo_ids: string[];
  /** Of a change: what the record was when it was opened. Drafts of early versions have none. */
  opened?: EditBase | null;
  updated_at: number;
}

/** A record as the form began with it, by which a later save tells what its person changed. */
export interface EditBase {
  draft: ObservationDraft;
  /** Of the server, 0 for none. */
  version: number;
  /** The version of the server that the record clashed with, if it did: whoever opened it then had been shown both. */
  clash: number | null;
}

export type ItemKind = 'record' | 'deletion' | 'photo' | 'call';
export type ItemState = 'waiting' | 'sending' | 'needs_attention';

/** Why an item could not be sent, as plain data. */
export interface ItemError {
  kind: 'problem' | 'network' | 'timeout' | 'not_ours' | 'device';
  status: number | null;
  /** The code of the problem (`validation`, `conflict`, `gone`, ...), or null. */
  code: string | null;
  title: string | null;
  detail: string | null;
  errors: Problem['errors'] | null;
  at: number;
}

/** Two people, or two devices, changed the same field. Both versions are kept. */
export interface Conflict {
  current: OwnObservation;
  /** Groups of fields that differ: the first field's name stands for its group. */
  clashes: string[];
}

export interface OutboxItem {
  id: string;
  /** The order in which items were made. */
  seq: number;
  /** Only this person's token may carry it. */
  user_id: string;
  kind: ItemKind;
  /** Small things first: 0 settings and other calls, 1 records, 2 photos, 3 photos whose record is not stored yet. */
  rank: 0 | 1 | 2 | 3;
  /** `PUT /api/observations/:id`. */
  route: string;
  input: { params?: Record<string, string>; body?: unknown };
  contract_version: number;
  /** What it changes: an observation id, a photo id, a setting's name. */
  subject: string;
  observation_id: string | null;
  /** Of a record: the version it was based on. */
  base_version: number;
  /** Of a record: what it was based on; null for a new one. */
  base: ObservationDraft | null;
  conflict: Conflict | null;
  /** Of a photo: where the upload goes on after a cut. */
  upload_url: string | null;
  created_at: number;
  tries: number;
  /** Not before this instant; `HELD` waits for the item before it. */
  next_try_at: number;
  state: ItemState;
  last_error: ItemError | null;
  /** Its person keeps it back until further notice. */
  on_hold?: true;
  /** Its person said that it may go over any network. */
  by_hand?: true;
}

export const HELD = Number.MAX_SAFE_INTEGER;

/** What the server has taken, kept 30 days so that it can be offered again after the server was restored from a backup. */
export interface AcknowledgedItem extends Pick<OutboxItem, 'id' | 'kind' | 'route' | 'input' | 'subject' | 'observation_id'> {
  version: number | null;
  acknowledged_at: number;
}

/** A plain value by name. */
export interface Setting {
  key: string;
  value: unknown;
}

/** The auth state that outlives the page (decision 0023), and the key that can only end the session. */
export interface StoredAuth {
  user: User | null;
  token: string | null;
  revoke_key: string | null;
  /** The country whose effects ran last (decision 0023). */
  userCountryCode: string | null;
  /** Set while a session was refused and the person has to log in again. */
  needs_login: boolean;
}

export const NO_AUTH: StoredAuth = { user: null, token: null, revoke_key: null, userCountryCode: null, needs_login: false };

/** A session to end, or an account to delete, that the server has not done yet. */
export interface Revocation {
  id: string;
  kind: 'logout' | 'delete_account';
  /** The revoke key for a logout, the token for a deletion. */
  key: string;
  /** For a deletion: what is to happen to the records, stored before it. */
  on_delete: 'anonymise' | 'erase' | null;
  tries: number;
  next_try_at: number;
  created_at: number;
}

export interface VersionAnswer {
  version: string;
  update_required: boolean;
  update_url: string | null;
  at: number;
}
