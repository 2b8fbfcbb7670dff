import type {
  AdminAct,
  AdminAction,
  ArticleGroup,
  ChunkedFile,
  Companion,
  CompleteGroup,
  Crop,
  EstablishmentMeans,
  FeedbackDiagnostics,
  FocusPoint,
  Geoprivacy,
  Habitat,
  IMAGE_ACTIONS,
  ImageDetails,
  JourneyEffort,
  JourneySharing,
  JourneyTrim,
  JourneyWeather,
  Kingdom,
  Language,
  NotificationKind,
  NotificationReason,
  PlaceColour,
  PlaceGeometry,
  PlaceKind,
  ProjectArea,
  ProjectJoining,
  Protocol,
  RecordValues,
  TaxonGroup,
  TaxonomyImportResult,
  TaxonomyImportState,
  ThreatStatus,
  TileArea,
  TileLayer,
  TileRequest,
  TileRequestState,
  TOAST_AUDIENCES,
  TOAST_LEVELS,
  TrackFault,
  UpdateLevel,
} from '@veld/contract';
import type { PlaceWords } from '@veld/geography';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Defaults to the current time on insert. */
type DefaultNow = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A bigint, read as a number: all sequences stay far below 2^53. */
type BigInteger = number;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type NullableDate = ColumnType<string | null, string | null | undefined, string | null>;

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
  /** Instants by key of the preference. */
  preferences_changed_at: Json<Record<string, string>>;
  total_xp: Generated<number>;
  total_xp_seen: Generated<number>;
  badges: Generated<string[]>;
  badges_seen: Generated<string[]>;
  toasts: Generated<string[]>;
  toasts_seen: Generated<string[]>;
  wizards_seen: Generated<string[]>;
  time_zone: string | null;
  app_version: string | null;
  created_at: DefaultNow;
  deleted_at: NullableTimestamp;
  erase_after: NullableTimestamp;
  erased_at: NullableTimestamp;
  email_confirmed_at: NullableTimestamp;
  email_claimed_at: DefaultNow;
  pending_email: string | null;
  name_keys: Generated<string[]>;
}

interface ClosedAccountsTable {
  user_id: string;
  name: string;
  email: string;
  password_hash: string;
  kept: Json<Record<string, unknown>>;
  may_return: boolean;
  language: string;
  closed_at: Timestamp;
  ends_at: Timestamp;
}

interface DevicesTable {
  user_id: string;
  id: string;
  unsent: number;
  told_at: Timestamp;
}

interface SessionsTable {
  user_id: string;
  id: string;
  token_hash: string;
  revoke_hash: string;
  device_hash: string | null;
  device_name: string;
  created_at: DefaultNow;
  last_seen_at: DefaultNow;
  expires_at: Timestamp;
  revoked_at: NullableTimestamp;
  password_confirmed_at: NullableTimestamp;
  password_confirmation: string | null;
}

interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: DefaultNow;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

interface EmailConfirmationsTable {
  token_hash: string;
  user_id: string;
  email: string;
  email_key: string;
  expires_at: Timestamp;
}

interface InvitationsTable {
  id: string;
  token_hash: string;
  label: string;
  created_by: string;
  max_uses: number;
  uses: Generated<number>;
  created_at: DefaultNow;
  expires_at: Timestamp;
  revoked_at: NullableTimestamp;
}

interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  next_try_at: DefaultNow;
  last_error: string | null;
  created_at: DefaultNow;
  sent_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  unsubscribe_url: NullableText;
  user_id: NullableText;
}

interface XpEventsTable {
  user_id: string;
  reason: string;
  source_id: string;
  points: number;
  day: NullableDate;
  created_at: DefaultNow;
}

interface MotivationDueTable {
  seq: ColumnType<BigInteger, undefined, never>;
  user_id: string;
}

interface UserBadgesTable {
  user_id: string;
  badge: string;
  earned_at: DefaultNow;
}

interface ProfilesTable {
  user_id: string;
  bio: Generated<string>;
  languages: Generated<Language[]>;
  orcid: string | null;
  links: Generated<string[]>;
  shares_badges: Generated<boolean>;
  portrait_id: string | null;
  portrait: Buffer | null;
}

interface ToastsTable {
  id: string;
  level: (typeof TOAST_LEVELS)[number];
  texts: Json<Partial<Record<Language, string>>>;
  link: string | null;
  starts_at: DefaultNow;
  ends_at: NullableTimestamp;
  audience: (typeof TOAST_AUDIENCES)[number];
  country_code: string | null;
  created_by: string | null;
  created_at: DefaultNow;
  announced_at: NullableTimestamp;
}

interface MediaTable {
  /** Made by the server. */
  id: string;
  user_id: string;
  /** Made by a device of the owner; means nothing without the owner. */
  photo_id: string;
  sha256: string;
  type: string;
  byte_length: BigInteger;
  companion_length: Generated<BigInteger>;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  state: Generated<'stored' | 'ready' | 'failed'>;
  tries: Generated<number>;
  fault: string | null;
  unused_since: NullableTimestamp;
  may_return: Generated<boolean>;
  created_at: DefaultNow;
}

interface RefusedPicturesTable {
  sha256: Buffer;
  tries: Generated<number>;
  reason: string | null;
  refused_at: DefaultNow;
}

interface MediaCropsTable {
  id: string;
  media_id: string;
  crop: Json<Crop>;
  thumbhash: string | null;
  state: Generated<'stored' | 'ready' | 'failed'>;
  tries: Generated<number>;
  created_at: DefaultNow;
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
  /** As the list of taxa states it. */
  external_observation_count: Generated<number>;
  /** Records in imported frequencies. */
  frequency_count: Generated<number>;
  observation_count: Generated<number>;
  observed_rarity: number | null;
  image_media_id: string | null;
  image_attribution: string | null;
  image_license: string | null;
  image_crop: NullableJson<Crop>;
  is_deleted: Generated<boolean>;
  updated_seq: BigInteger;
}

interface ImageCreditsTable {
  media_id: string;
  taxon_id: number;
  source: string;
  author: string;
  license: string;
  license_url: string | null;
  page_url: string | null;
  file_url: string | null;
  stored_at: DefaultNow;
}

interface TaxonImageDetailsTable {
  taxon_id: number;
  media_id: string;
  base: NullableJson<Crop>;
  crop: NullableJson<Crop>;
  focus: NullableJson<FocusPoint>;
  square: NullableJson<Crop>;
  wide: NullableJson<Crop>;
  alt: ColumnType<ImageDetails['alt'], string, string>;
  life_stage: string | null;
  is_locked: Generated<boolean>;
}

interface TaxonImageChangesTable {
  id: string;
  taxon_id: number;
  user_id: string | null;
  action: (typeof IMAGE_ACTIONS)[number];
  changed_at: DefaultNow;
  reason: string | null;
  media_id: string | null;
  details: ColumnType<Partial<ImageDetails> & { base?: Crop | null }, string, string>;
}

interface TaxonImageRejectionsTable {
  taxon_id: number;
  source: string;
  candidate_id: string;
  user_id: string | null;
  rejected_at: DefaultNow;
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

interface TaxonStatusesTable {
  taxon_id: number;
  country_code: string;
  source: string;
  establishment_means: EstablishmentMeans | null;
  is_invasive: Generated<boolean>;
  is_protected: Generated<boolean>;
  threat_status: ThreatStatus | null;
  reference: string | null;
}

interface TaxonViewsTable {
  taxon_id: number;
  day: string;
  views: number;
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
  byte_length: BigInteger;
  received: Generated<BigInteger>;
  source: string;
  is_complete: Generated<boolean>;
  is_dry_run: Generated<boolean>;
  default_group: TaxonGroup | null;
  default_kingdom: Kingdom | null;
  state: TaxonomyImportState;
  rows_done: Generated<BigInteger>;
  bytes_done: Generated<BigInteger>;
  bytes_total: Generated<BigInteger>;
  error_count: Generated<number>;
  warning_count: Generated<number>;
  result: ColumnType<TaxonomyImportResult | null, string | null | undefined, string | null>;
  created_at: DefaultNow;
  started_at: NullableTimestamp;
  beat_at: DefaultNow;
  finished_at: NullableTimestamp;
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

/** Staging rows of an import; their other columns are used only in raw SQL. */
interface TaxonomyImportRowsTable {
  import_id: string;
  row_number: number;
}

interface TaxonomyStateTable {
  only_row: Generated<boolean>;
  epoch: string;
  seq: BigInteger;
  starter_hash: string | null;
  updated_at: DefaultNow;
}

/** The columns of the declared fields of a record (contract/src/attributes.ts). */
interface ObservationsTable extends RecordValues {
  id: string;
  user_id: string;
  version: number;
  observed_from: NullableDate;
  observed_to: NullableDate;
  observed_at: NullableTimestamp;
  attributes: Json<Record<string, unknown>>;
  public_latitude: number | null;
  public_longitude: number | null;
  public_uncertainty_m: number | null;
  map_key: BigInteger | null;
  map_pending: Generated<boolean | null>;
  country_code: string | null;
  public_country_code: string | null;
  place: NullableJson<PlaceWords>;
  public_place: NullableJson<PlaceWords>;
  is_empty: Generated<boolean>;
  needs_review: Generated<boolean>;
  quality: Generated<'casual' | 'needs_id' | 'confirmed'>;
  community_taxon_id: number | null;
  /** See `Grade` in contract/src/identifications/grade.ts. */
  is_held_back: Generated<boolean>;
  /** When identifications last changed the grade or the community taxon. */
  graded_at: NullableTimestamp;
  listed_at: DefaultNow;
  owner_seq: BigInteger;
  created_at: DefaultNow;
  updated_at: DefaultNow;
  deleted_at: NullableTimestamp;
}

interface IdentificationsTable {
  id: string;
  observation_id: string;
  user_id: string;
  seq: ColumnType<BigInteger, undefined, never>;
  taxon_id: number;
  disagrees: boolean;
  comment: string;
  created_at: DefaultNow;
  withdrawn_at: NullableTimestamp;
  denied_taxon_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  has_ended: Generated<boolean>;
}

interface ReactionsTable {
  observation_id: string;
  user_id: string;
  emoji: string | null;
  write_id: string;
  chosen_at: Timestamp;
}

interface CommentsTable {
  id: string;
  observation_id: string;
  user_id: string;
  seq: ColumnType<BigInteger, undefined, never>;
  text: string;
  write_id: string;
  written_at: Timestamp;
  is_edited: boolean;
  created_at: DefaultNow;
  deleted_at: NullableTimestamp;
  hidden_at: NullableTimestamp;
}

interface CuratorScopesTable {
  user_id: string;
  taxon_group: string | null;
  country_code: string | null;
  granted_at: DefaultNow;
}

interface MapCellsTable {
  level: number;
  cell: BigInteger;
  is_obscured: boolean;
  records: number;
}

interface MapChangesTable {
  map_key: BigInteger;
  is_obscured: boolean;
  shown_on: string;
  records: number;
}

interface ObservationWritesTable {
  observation_id: string;
  write_id: string;
  version: number;
  /** The draft as sent; null for saves from before versions were stored. */
  body: Json<unknown> | null;
  device_name: string | null;
  content_hash: string | null;
  created_at: DefaultNow;
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
  crop: NullableJson<Crop>;
  /** Whether the picture could not be rendered. */
  is_failed: Generated<boolean>;
}

interface OwnerCountersTable {
  user_id: string;
  seq: BigInteger;
}

interface SavedPlacesTable {
  user_id: string;
  id: string;
  name: string;
  kind: PlaceKind;
  latitude: number;
  longitude: number;
  uncertainty_m: number | null;
  notes: string;
  geometry: NullableJson<PlaceGeometry>;
  /** Of the geometry. */
  vertices: Generated<number>;
  geoprivacy: Geoprivacy | null;
  habitat: Habitat | null;
  colour: PlaceColour | null;
  is_private_zone: boolean | null;
  list_position: number | null;
}

interface WantedTaxaTable {
  user_id: string;
  taxon_id: number;
  added_at: DefaultNow;
}

interface SpeciesImagesTable {
  user_id: string;
  taxon_id: number;
  photo_id: string;
}

interface SpeciesNotesTable {
  user_id: string;
  taxon_id: number;
  text: string;
}

interface RelationsTable {
  user_id: string;
  other_id: string;
  kind: 'follow' | 'mute' | 'block';
  created_at: DefaultNow;
}

interface ProjectsTable {
  id: string;
  version: number;
  name: string;
  description: string;
  start_on: string;
  end_on: string;
  time_zone: string;
  area: ColumnType<ProjectArea, string, string>;
  /** Those that the area may lie in; null for the world. */
  countries: string[] | null;
  taxon_ids: number[];
  groups: TaxonGroup[];
  photo_required: boolean;
  confirmed_only: boolean;
  joining: ProjectJoining;
  invite: string;
  created_at: DefaultNow;
  updated_at: DefaultNow;
  cancelled_at: NullableTimestamp;
}

interface ProjectMembersTable {
  project_id: string;
  user_id: string;
  joined_at: DefaultNow;
  /** Up to where in the person's sequence (`owner_seq`) their records are counted. */
  counted_seq: Generated<BigInteger>;
}

interface ProjectRecordsTable {
  project_id: string;
  observation_id: string;
  user_id: string;
  species_id: number | null;
  is_confirmed: boolean;
  listed_at: string;
  /** From which UTC day others find it. */
  shown_on: string;
}

interface JourneysTable {
  id: string;
  user_id: string;
  version: number;
  name: string;
  protocol: Protocol;
  target_groups: TaxonGroup[];
  target_taxon_ids: number[];
  complete_groups: ColumnType<CompleteGroup[], string, string>;
  companions: ColumnType<Companion[], string, string>;
  planned_duration_s: number | null;
  started_at: Timestamp;
  ended_at: NullableTimestamp;
  time_zone: string;
  location_id: string | null;
  effort: ColumnType<JourneyEffort, string, string>;
  weather: NullableJson<JourneyWeather>;
  sharing: JourneySharing;
  notes: string;
  trim: NullableJson<JourneyTrim>;
  /** Number of points of the track. */
  points: Generated<number>;
  last_seq: ColumnType<number | null, number | null | undefined, number | null>;
  /** Once it has ended, within its trim. */
  distance_m: ColumnType<number | null, number | null | undefined, number | null>;
  /** Since when it is finished and shared. */
  shared_at: NullableTimestamp;
  track_revision: Generated<number>;
  track_is_queued: Generated<boolean>;
  track_is_ready: Generated<boolean>;
  track_fault: ColumnType<TrackFault | null, TrackFault | null | undefined, TrackFault | null>;
  /** YYYY-MM-DD. */
  track_due_on: ColumnType<string | null, string | null | undefined, string | null>;
  track_areas: ColumnType<string | null, string | null | undefined, string | null>;
  owner_seq: BigInteger;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: NullableTimestamp;
}

interface JourneyTracksTable {
  journey_id: string;
  /** JSON. */
  track: string;
  /** What the track says, for sums. */
  distance_m: number;
}

interface NotificationsTable {
  user_id: string;
  entry_id: string;
  cause_id: string;
  kind: NotificationKind;
  reason: NotificationReason;
  seq: Generated<BigInteger>;
  observation_id: string | null;
  actor_id: string | null;
  facts: Json<Record<string, unknown>>;
  created_at: DefaultNow;
  read_at: NullableTimestamp;
  needs_push: Generated<boolean>;
}

interface NotificationMutesTable {
  user_id: string;
  observation_id: string;
}

interface NotificationDigestsTable {
  user_id: string;
  sent_on: string;
  through_seq: BigInteger;
}

interface PushSubscriptionsTable {
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
  created_at: DefaultNow;
}

interface TileRequestsTable {
  id: string;
  user_id: string;
  name: string;
  area: ColumnType<TileArea, string, string>;
  west: number;
  south: number;
  east: number;
  north: number;
  min_zoom: number;
  max_zoom: number;
  layers: TileLayer[];
  record_groups: Generated<TaxonGroup[] | null>;
  source_id: string | null;
  language: Language;
  state: TileRequestState;
  reason: Generated<TileRequest['reason']>;
  tiles: Generated<number | null>;
  estimated_bytes: Generated<BigInteger | null>;
  done_tiles: Generated<number>;
  files: Json<ChunkedFile[]>;
  failures: Generated<number>;
  queued_at: Timestamp;
  busy_until: NullableTimestamp;
  created_at: Timestamp;
  ready_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  source_version: Generated<string | null>;
  shared_at: NullableTimestamp;
  served: Generated<number>;
}

interface FeedbackTable {
  id: string;
  user_id: string;
  kind: string;
  text: string;
  may_contact: boolean;
  app_version: string | null;
  state: Generated<'received' | 'planned' | 'done' | 'declined'>;
  created_at: DefaultNow;
  ticket: Generated<number>;
  diagnostics: Json<FeedbackDiagnostics>;
  has_screenshot: Generated<boolean>;
  reason: Generated<string>;
  assignee_id: Generated<string | null>;
  public_text: Generated<string | null>;
  duplicate_of: Generated<string | null>;
  closed_at: NullableTimestamp;
}

interface FeedbackRepliesTable {
  id: string;
  feedback_id: string;
  author_id: string;
  is_team: boolean;
  text: string;
  created_at: DefaultNow;
}

interface ArticlesTable {
  slug: string;
  article_group: ArticleGroup;
  list_order: number;
  placed_order: Generated<number | null>;
  is_hidden: boolean;
}

interface ArticleRevisionsTable {
  id: string;
  slug: string;
  language: Language;
  number: number;
  title: string;
  summary: string;
  text: string;
  /** The number of the revision it repeats; 0 for the text that came with Veld. */
  restored: number | null;
  user_id: string;
  created_at: DefaultNow;
}

interface EmbedsTable {
  id: string;
  user_id: string;
  key_hash: string;
  label: string;
  origins: Generated<string[]>;
  created_at: DefaultNow;
}

interface AdminLogTable {
  id: string;
  seq: ColumnType<BigInteger, undefined, never>;
  actor_id: string;
  action: AdminAction;
  subject_kind: AdminAct['subject_kind'];
  subject_id: string;
  details: Json<AdminAct['details']>;
  at: DefaultNow;
}

interface AppVersionsTable {
  minimum_version: string;
  update_url: string | null;
  level: Generated<UpdateLevel>;
  notes: Json<Partial<Record<Language, string>>>;
  created_at: DefaultNow;
}

interface FrequencySourcesTable {
  id: number;
  name: string;
  imported_at: DefaultNow;
}

interface FrequenciesTable {
  source_id: number;
  country_code: string;
  taxon_id: number;
  cell: number;
  week: number;
  records: number;
  lists: number;
  people: number;
}

interface FrequencyPacksTable {
  country_code: string;
  version: string;
  sequence: ColumnType<number, undefined, never>;
  bytes: Buffer;
  created_at: DefaultNow;
}

/** All tables of the current schema. */
export interface Tables {
  server_state: ServerStateTable;
  users: UsersTable;
  closed_accounts: ClosedAccountsTable;
  devices: DevicesTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  email_confirmations: EmailConfirmationsTable;
  invitations: InvitationsTable;
  mails: MailsTable;
  xp_events: XpEventsTable;
  motivation_due: MotivationDueTable;
  user_badges: UserBadgesTable;
  toasts: ToastsTable;
  profiles: ProfilesTable;
  media: MediaTable;
  media_crops: MediaCropsTable;
  taxa: TaxaTable;
  image_credits: ImageCreditsTable;
  taxon_image_details: TaxonImageDetailsTable;
  taxon_image_changes: TaxonImageChangesTable;
  taxon_image_rejections: TaxonImageRejectionsTable;
  taxon_names: TaxonNamesTable;
  taxon_countries: TaxonCountriesTable;
  taxonomy_state: TaxonomyStateTable;
  taxon_statuses: TaxonStatusesTable;
  taxon_views: TaxonViewsTable;
  taxon_view_batches: { id: string; received_on: string };
  taxon_sources: TaxonSourcesTable;
  taxon_splits: TaxonSplitsTable;
  taxonomy_imports: TaxonomyImportsTable;
  taxonomy_import_faults: TaxonomyImportFaultsTable;
  taxonomy_import_taxa: TaxonomyImportRowsTable;
  taxonomy_import_names: TaxonomyImportRowsTable;
  taxonomy_import_countries: TaxonomyImportRowsTable;
  taxonomy_import_statuses: TaxonomyImportRowsTable;
  taxonomy_import_changes: { import_id: string; taxon_id: number; kind: string };
  observations: ObservationsTable;
  identifications: IdentificationsTable;
  reactions: ReactionsTable;
  comments: CommentsTable;
  comment_mentions: { comment_id: string; user_id: string };
  curator_scopes: CuratorScopesTable;
  map_cells: MapCellsTable;
  map_changes: MapChangesTable;
  observation_writes: ObservationWritesTable;
  observation_media: ObservationMediaTable;
  refused_pictures: RefusedPicturesTable;
  owner_counters: OwnerCountersTable;
  frequency_sources: FrequencySourcesTable;
  frequencies: FrequenciesTable;
  frequency_countries: { country_code: string; counted_on: string };
  frequency_packs: FrequencyPacksTable;
  saved_places: SavedPlacesTable;
  wanted_taxa: WantedTaxaTable;
  species_images: SpeciesImagesTable;
  species_notes: SpeciesNotesTable;
  relations: RelationsTable;
  journeys: JourneysTable;
  journey_writes: { journey_id: string; write_id: string };
  journey_tracks: JourneyTracksTable;
  journey_blocks: { journey_id: string; block: number; size: number; points: Buffer };
  projects: ProjectsTable;
  project_organisers: { project_id: string; user_id: string };
  project_members: ProjectMembersTable;
  project_records: ProjectRecordsTable;
  notifications: NotificationsTable;
  notification_mutes: NotificationMutesTable;
  notification_digests: NotificationDigestsTable;
  push_subscriptions: PushSubscriptionsTable;
  tile_requests: TileRequestsTable;
  tile_request_asks: { user_id: string; asked_at: Timestamp };
  feedback: FeedbackTable;
  feedback_replies: FeedbackRepliesTable;
  feedback_votes: { feedback_id: string; user_id: string };
  articles: ArticlesTable;
  article_revisions: ArticleRevisionsTable;
  embeds: EmbedsTable;
  app_versions: AppVersionsTable;
  admin_log: AdminLogTable;
}

export type UserRow = Selectable<UsersTable>;
export type ClosedAccountRow = Selectable<ClosedAccountsTable>;
export type MediaRow = Selectable<MediaTable>;
export type MediaCropRow = Selectable<MediaCropsTable>;
export type ObservationRow = Selectable<ObservationsTable>;
export type ObservationMediaRow = Selectable<ObservationMediaTable>;
export type TaxonomyImportRow = Selectable<TaxonomyImportsTable>;
export type TaxonTableRow = Selectable<TaxaTable>;
