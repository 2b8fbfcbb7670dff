import type { Crop, RecordValues, TaxonomyImportResult, TaxonomyImportState } from '@veld/contract';
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

/** Set by the database on insert; a Date when read. */
type Moment = ColumnType<Date, Date | string, Date | string>;
type MomentNow = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string | undefined, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A bigint is read as a number: all our sequences stay far below 2^53. */
type Big = number;
type Day = ColumnType<string | null, string | null | undefined, string | null>;

interface ServerStateTable {
  key: string;
  value: string;
}

interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_key: string | null;
  password_hash: string;
  country_code: string | null;
  roles: ColumnType<string[], string[] | undefined, string[]>;
  is_pro: Generated<boolean>;
  preferences: Json<Record<string, unknown>>;
  total_xp: Generated<number>;
  total_xp_seen: Generated<number>;
  badges: Generated<string[]>;
  badges_seen: Generated<string[]>;
  toasts: Generated<string[]>;
  toasts_seen: Generated<string[]>;
  wizards_seen: Generated<string[]>;
  time_zone: string | null;
  app_version: string | null;
  created_at: MomentNow;
  deleted_at: MaybeMoment;
  erase_after: MaybeMoment;
  erased_at: MaybeMoment;
}

interface ClosedAccountsTable {
  user_id: string;
  name: string;
  email: string;
  password_hash: string;
  kept: Json<Record<string, unknown>>;
  may_return: boolean;
  language: string;
  closed_at: Moment;
  ends_at: Moment;
}

interface DevicesTable {
  user_id: string;
  id: string;
  unsent: number;
  told_at: Moment;
}

interface SessionsTable {
  user_id: string;
  id: string;
  token_hash: string;
  revoke_hash: string;
  device_name: string;
  created_at: MomentNow;
  last_seen_at: MomentNow;
  expires_at: Moment;
  revoked_at: MaybeMoment;
}

interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: MomentNow;
  expires_at: Moment;
  used_at: MaybeMoment;
}

interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  next_try_at: MomentNow;
  last_error: string | null;
  created_at: MomentNow;
  sent_at: MaybeMoment;
}

interface XpEventsTable {
  user_id: string;
  reason: string;
  source_id: string;
  points: number;
  created_at: MomentNow;
}

interface MediaTable {
  id: string;
  user_id: string;
  sha256: string;
  type: string;
  byte_length: Big;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  state: Generated<'stored' | 'ready' | 'failed'>;
  tries: Generated<number>;
  fault: string | null;
  unused_since: MaybeMoment;
  created_at: MomentNow;
}

interface MediaCropsTable {
  id: string;
  media_id: string;
  crop: Json<Crop>;
  thumbhash: string | null;
  state: Generated<'stored' | 'ready' | 'failed'>;
  tries: Generated<number>;
  created_at: MomentNow;
}

interface TaxaTable {
  id: number;
  source: string;
  source_id: string;
  scientific_name: string;
  display_name: string;
  authority: string | null;
  rank: string;
  taxon_group: string;
  family: string | null;
  parent_id: number | null;
  accepted_id: number | null;
  rarity_class: number;
  arrival: number;
  external_observation_count: Generated<number>;
  observation_count: Generated<number>;
  observed_rarity: number | null;
  image_media_id: string | null;
  image_attribution: string | null;
  image_license: string | null;
  image_crop: MaybeJson<Crop>;
  is_deleted: Generated<boolean>;
  updated_seq: Big;
}

interface TaxonNamesTable {
  taxon_id: number;
  language: string;
  name: string;
  is_preferred: Generated<boolean>;
  source: Generated<string>;
}

interface TaxonCountriesTable {
  country_code: string;
  taxon_id: number;
  rarity_class: number;
  observation_count: Generated<number>;
  observed_rarity: number | null;
  source: Generated<string>;
}

interface TaxonSourcesTable {
  source: string;
  source_id: string;
  taxon_id: number;
}

interface TaxonSplitsTable {
  taxon_id: number;
  into_id: number;
}

interface TaxonomyImportsTable {
  id: string;
  user_id: string | null;
  file_name: string;
  byte_length: Big;
  received: Generated<Big>;
  source: string;
  is_complete: Generated<boolean>;
  is_dry_run: Generated<boolean>;
  state: TaxonomyImportState;
  rows_done: Generated<Big>;
  bytes_done: Generated<Big>;
  bytes_total: Generated<Big>;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  result: ColumnType<TaxonomyImportResult | null, string | null | undefined, string | null>;
  created_at: MomentNow;
  started_at: MaybeMoment;
  beat_at: MomentNow;
  finished_at: MaybeMoment;
}

interface TaxonomyImportFaultsTable {
  import_id: string;
  position: number;
  is_warning: boolean;
  code: string;
  file: string | null;
  line: number | null;
  column_number: number | null;
  column_name: string | null;
  value: string | null;
}

/** Staging rows of an import; the code that reads and writes them describes their columns. */
interface TaxonomyImportRowsTable {
  import_id: string;
  row_number: number;
}

interface TaxonomyStateTable {
  only_row: Generated<boolean>;
  epoch: string;
  seq: Big;
  starter_hash: string | null;
  updated_at: MomentNow;
}

/** The columns of the declared fields of a record (contract/src/attributes.ts). */
interface ObservationsTable extends RecordValues {
  id: string;
  user_id: string;
  version: number;
  observed_from: Day;
  observed_to: Day;
  observed_at: MaybeMoment;
  attributes: Json<Record<string, unknown>>;
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  map_key: Big | null;
  country_code: string | null;
  public_country_code: string | null;
  place: string | null;
  public_place: string | null;
  is_empty: Generated<boolean>;
  needs_review: Generated<boolean>;
  quality: Generated<'casual' | 'needs_id' | 'confirmed'>;
  feed_seq: Generated<Big>;
  owner_seq: Big;
  created_at: MomentNow;
  updated_at: MomentNow;
  deleted_at: MaybeMoment;
}

interface ObservationWritesTable {
  observation_id: string;
  write_id: string;
  version: number;
  /** The draft as it was saved; null for saves from before versions were stored. */
  body: Json<unknown> | null;
  device_name: string | null;
  created_at: MomentNow;
}

interface ObservationMediaTable {
  observation_id: string;
  media_id: string;
  sha256: string;
  type: string;
  width: number;
  height: number;
  caption: string | null;
  license: string | null;
  position: number;
  crop: MaybeJson<Crop>;
}

interface OwnerCountersTable {
  user_id: string;
  seq: Big;
}

interface FeedbackTable {
  id: string;
  user_id: string;
  kind: string;
  text: string;
  may_contact: boolean;
  app_version: string | null;
  state: Generated<'received' | 'planned' | 'done' | 'declined'>;
  created_at: MomentNow;
}

interface EmbedsTable {
  id: string;
  user_id: string;
  key_hash: string;
  label: string;
  origins: Generated<string[]>;
  created_at: MomentNow;
}

interface AppVersionsTable {
  minimum_version: string;
  update_url: string | null;
  created_at: MomentNow;
}

/** All tables, as the migrations create them. */
export interface Tables {
  server_state: ServerStateTable;
  users: UsersTable;
  closed_accounts: ClosedAccountsTable;
  devices: DevicesTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  mails: MailsTable;
  xp_events: XpEventsTable;
  media: MediaTable;
  media_crops: MediaCropsTable;
  taxa: TaxaTable;
  taxon_names: TaxonNamesTable;
  taxon_countries: TaxonCountriesTable;
  taxonomy_state: TaxonomyStateTable;
  taxon_sources: TaxonSourcesTable;
  taxon_splits: TaxonSplitsTable;
  taxonomy_imports: TaxonomyImportsTable;
  taxonomy_import_faults: TaxonomyImportFaultsTable;
  taxonomy_import_taxa: TaxonomyImportRowsTable;
  taxonomy_import_names: TaxonomyImportRowsTable;
  taxonomy_import_countries: TaxonomyImportRowsTable;
  taxonomy_import_changes: { import_id: string; taxon_id: number; kind: string };
  observations: ObservationsTable;
  observation_writes: ObservationWritesTable;
  observation_media: ObservationMediaTable;
  owner_counters: OwnerCountersTable;
  feedback: FeedbackTable;
  embeds: EmbedsTable;
  app_versions: AppVersionsTable;
}

export type UserRow = Selectable<UsersTable>;
export type ClosedAccountRow = Selectable<ClosedAccountsTable>;
export type MediaRow = Selectable<MediaTable>;
export type MediaCropRow = Selectable<MediaCropsTable>;
export type ObservationRow = Selectable<ObservationsTable>;
export type NewObservationRow = Insertable<ObservationsTable>;
export type ObservationMediaRow = Selectable<ObservationMediaTable>;
export type TaxonomyImportRow = Selectable<TaxonomyImportsTable>;
export type TaxonTableRow = Selectable<TaxaTable>;
