import type {
  DeclaredMedia,
  JourneyContent,
  Media,
  ObservationDraft,
  OnDelete,
  OwnObservation,
  Problem,
  Tombstone,
  TrackFault,
  TrackPoint,
  User,
} from '@veld/contract';

/** A photo of a record on the device: as declared, with what the server added after the upload. */
export interface LocalMedia extends DeclaredMedia {
  thumbhash: string | null;
  /** Signed by the server and short-lived; a picture on the device has precedence. Null until the server has sent some. */
  urls: Media['urls'];
  /** URLs of the uncropped picture, if the photo has a crop or its crop was changed here. */
  whole_urls?: Media['whole_urls'];
  /** Why the server could not process the picture; absent if it could, or has not tried yet. */
  failed?: Media['failed'];
}

/**
 * A record of the user: the shape of the contract, followed by fields of the device. Whether it has been sent is not a field but
 * derived from the outbox (`readSyncState`).
 */
export interface LocalObservation extends Omit<OwnObservation, 'quality' | 'media' | 'attributes' | 'created_at' | 'updated_at'> {
  /** Null until the server has determined it. */
  quality: OwnObservation['quality'] | null;
  media: LocalMedia[];
  attributes: ObservationDraft['attributes'];
  /** Server time; null until the server has the record. */
  created_at: string | null;
  updated_at: string | null;
  /** The version of `base`; 0 if the server does not have the record. */
  version: number;
  /** The server's version that the fields above are based on. */
  base: OwnObservation | null;
  /** A newer version that arrived while changes on this device were unsent; used if they are discarded. */
  newer: OwnObservation | Tombstone | null;
  /** 1 while a deletion is queued. A number, because IndexedDB cannot index booleans. */
  deleted: 0 | 1;
  /** When it was first saved, in milliseconds since 1970. */
  saved_at: number;
}

/**
 * What lists and figures of all records need of one, so that they need not read 100,000 whole records. Stored in the transaction that
 * stores the record; there is none for a deletion that is queued and for a damaged row.
 */
export interface LocalFact extends Pick<LocalObservation, 'id' | 'saved_at' | 'country_code' | 'quality'> {
  /** 1 for a tick. A number, because IndexedDB cannot index booleans. */
  tick: 0 | 1;
  taxon_id: number | null;
  taxon: LocalObservation['taxon'];
  observed_on: string | null;
  observed_time: string | null;
  time_zone: string | null;
  count: number | null;
  count_max: number | null;
  town: NonNullable<LocalObservation['place']>['town'];
  latitude: number | null;
  longitude: number | null;
  coordinate_uncertainty_m: number | null;
  location_id: string | null;
  /** Whether its place is open to everyone. */
  is_open: boolean;
  has_photo: boolean;
  /** Whether its evidence is that it was heard; a record has one, so it says that it was not seen. */
  is_heard: boolean;
}

/** A journey of the user: the shape of the contract, followed by fields of the device. Its points are in tables of their own. */
export interface LocalJourney extends JourneyContent {
  id: string;
  /** The server's version that the fields are based on; 0 if the server does not have the journey. */
  version: number;
  /** The fields as the server has them in that version. */
  base: JourneyContent | null;
  /** Of the unsent fields; null if the server has them. */
  write_id: string | null;
  /** The server has all points up to here; -1 for none. */
  sent_seq: number;
  /** How many points the server has, as far as this device knows. */
  server_points: number;
  /** How many points of another device arrived here, so that what was computed without them is computed again. */
  fetched_points?: number;
  /** Why others see nothing of its track, as far as this device knows. */
  track_fault?: TrackFault | null;
  /** When it was paused here, in milliseconds since 1970; null while it runs and once it has ended. */
  paused_at: number | null;
  /** How long it was paused before, in milliseconds. */
  paused_ms: number;
  /** Whether the person has looked through it after its end. */
  is_reviewed: boolean;
  /** 1 while its deletion is queued. */
  deleted: 0 | 1;
}

/** A point that is not in a block yet. */
export interface LoggedPoint extends TrackPoint {
  journey_id: string;
}

/** Points of a journey whose `seq` divided by 1,000 is the number of the block, in order, as the contract encodes them. */
export interface PointBlock {
  journey_id: string;
  block: number;
  size: number;
  bytes: Uint8Array;
}

/** Date and time of a clock that was not set. Only the person can say that they are right. */
export interface DoubtfulClock {
  reason: 'unset' | 'future' | 'gps';
  on: string;
  time: string;
  second?: number;
  /** Date and time at the place by the GPS of the camera. */
  gps?: { on: string; time: string; at: string };
}

/** Metadata that the camera wrote into a photo. */
export interface PhotoFacts {
  latitude: number | null;
  longitude: number | null;
  /** Radius in metres. */
  coordinate_uncertainty_m: number | null;
  /** Date and time of the camera's clock: YYYY-MM-DD and HH:MM. */
  taken_on: string | null;
  taken_time: string | null;
  /** 0 to 59; absent if unknown, and in photos stored by earlier versions. */
  taken_second?: number;
  /** The instant in UTC, where the camera or the GPS wrote more than a wall clock. Date and time are then those of the place, if it is known. */
  taken_at?: string;
  /** What the camera's clock said, if that cannot be: date and time are then null. */
  doubt?: DoubtfulClock;
  /** Place and time are those of the track of this journey, found by the corrected clock of the camera. */
  journey_id?: string;
}

export const NO_FACTS: PhotoFacts = { latitude: null, longitude: null, coordinate_uncertainty_m: null, taken_on: null, taken_time: null };

/** A photo, byte for byte as it was picked. */
export interface LocalPhoto {
  id: string;
  observation_id: string | null;
  draft_id: string | null;
  blob: Blob;
  /** A JPEG made on the device if browsers cannot show the original (HEIC). */
  preview: Blob | null;
  sha256: string;
  type: DeclaredMedia['type'];
  byte_length: number;
  width: number;
  height: number;
  thumbhash: string | null;
  facts: PhotoFacts;
  /** Taken with the camera of the app, so at `created_at` where the device was. */
  is_from_camera?: true;
  created_at: number;
  /** When the server confirmed the upload; null before. */
  acknowledged_at: number | null;
}

export interface LocalDraft {
  id: string;
  /** The record being edited, or null for a new one. */
  observation_id: string | null;
  /** The values of the form; may be invalid. */
  values: Record<string, unknown>;
  /** Ids of the photos, in order. */
  photo_ids: string[];
  /** For an edit: the record when it was opened. Absent in drafts of early versions. */
  opened?: EditBase | null;
  updated_at: number;
}

/** A record as the form opened it. Comparing with it shows what the user changed. */
export interface EditBase {
  draft: ObservationDraft;
  /** Version on the server; 0 if the server does not have the record. */
  version: number;
  /** The server version of an open conflict, or null. The user saw both versions when opening the form. Stored drafts have this key. */
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

/** Two devices changed the same field. Both versions are kept. */
export interface Conflict {
  current: OwnObservation;
  /** The conflicting groups of fields, each named by its first field. Stored outboxes have this key. */
  clashes: string[];
}

export interface OutboxItem {
  id: string;
  /** Increases with each new item. */
  seq: number;
  /** The item may be sent only with this user's token. */
  user_id: string;
  kind: ItemKind;
  /** Small items first: 0 settings and other calls, 1 records, 2 photos, 3 photos whose record has not been sent yet. */
  rank: 0 | 1 | 2 | 3;
  /** `PUT /api/observations/:id`. */
  route: string;
  input: { params?: Record<string, string>; body?: unknown };
  contract_version: number;
  /** What the item changes: an observation id, a photo id, the name of a setting. */
  subject: string;
  observation_id: string | null;
  /** For a record: the version it is based on. */
  base_version: number;
  /** For a record: the draft it is based on; null for a new one. */
  base: ObservationDraft | null;
  conflict: Conflict | null;
  /** For a photo: the URL to resume an interrupted upload. */
  upload_url: string | null;
  created_at: number;
  tries: number;
  /** Earliest time of the next attempt; `HELD` waits for the previous item. */
  next_try_at: number;
  state: ItemState;
  last_error: ItemError | null;
  /** For a photo: the id it had before the server reported it as taken. */
  replaced_id?: string;
  /** The user put it on hold. */
  on_hold?: true;
  /** The user allowed sending over any network. */
  by_hand?: true;
}

export const HELD = Number.MAX_SAFE_INTEGER;

/** An item the server accepted, kept for 30 days in case the server is restored from a backup and needs it again. */
export interface AcknowledgedItem extends Pick<OutboxItem, 'id' | 'kind' | 'route' | 'input' | 'subject' | 'observation_id'> {
  version: number | null;
  acknowledged_at: number;
}

export interface Setting {
  key: string;
  value: unknown;
}

/** The persistent auth state (decision 0023). The revoke key can only end the session. */
export interface StoredAuth {
  user: User | null;
  token: string | null;
  revoke_key: string | null;
  /** The country for which the effects of a change last ran (decision 0023). */
  userCountryCode: string | null;
  /** The server rejected the session, and the user has to log in again. */
  needs_login: boolean;
}

export const NO_AUTH: StoredAuth = { user: null, token: null, revoke_key: null, userCountryCode: null, needs_login: false };

/** A logout or account deletion that the server has not confirmed. */
export interface Revocation {
  id: string;
  kind: 'logout' | 'delete_account';
  /** The revoke key for a logout, the token for a deletion. */
  key: string;
  /** For a deletion: what happens to the records; sent before the deletion. */
  on_delete: OnDelete | null;
  /** For a deletion: the id of the confirmation of the password. Rows of older versions have none. */
  confirmation?: string | null;
  /** When the server refused a deletion. Such a row is not sent again; it stays until the person has read the notice. */
  refused_at?: number;
  tries: number;
  next_try_at: number;
  created_at: number;
}

export interface VersionAnswer {
  version: string;
  update_required: boolean;
  update_url: string | null;
  /** Absent in answers that earlier versions of the app have stored. */
  recommended_version?: string | null;
  at: number;
}
