-- Users, photos, taxa and records. Portable SQL: no triggers, extensions or session state.

create table server_state (
  key text primary key,
  value text not null
);

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  -- canonical form of the mail address (accounts/addresses.ts); null once the account is erased
  email_key text unique,
  password_hash text not null,
  country_code text,
  roles text[] not null default '{user}',
  is_pro boolean not null default false,
  preferences jsonb not null default '{}',
  total_xp integer not null default 0,
  total_xp_seen integer not null default 0,
  badges text[] not null default '{}',
  badges_seen text[] not null default '{}',
  toasts text[] not null default '{}',
  toasts_seen text[] not null default '{}',
  wizards_seen text[] not null default '{}',
  time_zone text,
  app_version text,
  created_at timestamptz not null default now(),
  -- when the account was closed
  deleted_at timestamptz,
  -- when the records and photos are erased, if the person chose so
  erase_after timestamptz,
  erased_at timestamptz
);
create index users_country on users (country_code) where deleted_at is null;
create index users_erase on users (erase_after) where erase_after is not null and erased_at is null;

create table sessions (
  user_id uuid not null references users (id),
  id uuid not null,
  token_hash text not null unique,
  -- a second secret that can only end this session
  revoke_hash text not null unique,
  device_name text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, id)
);

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';

-- Experience: one row per reason and source, so that nothing counts twice.
create table xp_events (
  user_id uuid not null references users (id),
  reason text not null,
  source_id text not null,
  points integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, reason, source_id)
);

create table media (
  id uuid primary key,
  user_id uuid not null references users (id),
  sha256 text not null,
  type text not null,
  byte_length bigint not null,
  width integer,
  height integer,
  thumbhash text,
  -- stored: the original is stored; ready: the display sizes exist too; failed: the picture cannot be read
  state text not null default 'stored' check (state in ('stored', 'ready', 'failed')),
  tries integer not null default 0,
  -- since when no record and no taxon uses it; it is deleted 30 days later
  unused_since timestamptz,
  created_at timestamptz not null default now()
);
create index media_user on media (user_id);
create index media_sha256 on media (sha256);
create index media_waiting on media (created_at) where state = 'stored';
create index media_unused on media (unused_since) where unused_since is not null;

create table taxa (
  id integer primary key,
  source text not null,
  source_id text not null,
  scientific_name text not null,
  -- scientific_name, with a label for homonyms: "Ficus (mollusc)"
  display_name text not null,
  authority text,
  rank text not null,
  taxon_group text not null,
  family text,
  parent_id integer references taxa (id),
  accepted_id integer references taxa (id),
  rarity_class smallint not null check (rarity_class between 1 and 5),
  -- the order in which devices receive taxa, most common first
  arrival integer not null,
  external_observation_count integer not null default 0,
  image_media_id uuid references media (id),
  image_attribution text,
  image_license text,
  is_deleted boolean not null default false,
  updated_seq bigint not null,
  unique (source, source_id)
);
create index taxa_updated on taxa (updated_seq);
create index taxa_arrival on taxa (arrival, id);

create table taxon_names (
  taxon_id integer not null references taxa (id),
  -- one of the nine languages, or sci for a scientific synonym
  language text not null,
  name text not null,
  is_preferred boolean not null default false,
  primary key (taxon_id, language, name)
);
create unique index taxon_names_preferred on taxon_names (taxon_id, language) where is_preferred;

create table taxon_countries (
  country_code text not null,
  taxon_id integer not null references taxa (id),
  -- in this country: 1 (very common) to 5 (rare)
  rarity_class smallint not null check (rarity_class between 1 and 5),
  primary key (country_code, taxon_id)
);
create index taxon_countries_taxon on taxon_countries (taxon_id);

-- One row. A new epoch requires a full update on devices; the sequence advances with each change (decision 0017).
create table taxonomy_state (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null,
  seq bigint not null,
  starter_hash text,
  updated_at timestamptz not null default now()
);

create table observations (
  id uuid primary key,
  user_id uuid not null references users (id),
  version integer not null,
  taxon_id integer references taxa (id),
  verbatim_name text,
  uncertain boolean,
  observed_on text,
  -- first and last day of observed_on
  observed_from date,
  observed_to date,
  observed_time text,
  time_zone text,
  -- the instant of the local time, if day, time and zone are known
  observed_at timestamptz,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  coordinate_uncertainty_m double precision check (coordinate_uncertainty_m > 0),
  location_source text,
  location_id uuid,
  count integer check (count >= 0),
  count_max integer check (count_max >= 0),
  count_type text,
  life_stage text,
  sex text,
  notes text,
  private_notes text,
  geoprivacy text not null check (geoprivacy in ('open', 'obscured', 'private')),
  license text,
  journey_id uuid,
  attributes jsonb not null default '{}',
  -- the public projection of the place
  public_latitude double precision,
  public_longitude double precision,
  public_uncertainty_m double precision,
  map_key bigint,
  country_code text,
  public_country_code text,
  place text,
  public_place text,
  is_empty boolean not null default false,
  quality text not null default 'needs_id' check (quality in ('casual', 'needs_id', 'confirmed')),
  -- the order in which records were received; set on insert
  feed_seq bigint generated by default as identity,
  -- the order of the owner's changes
  owner_seq bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index observations_feed on observations (feed_seq desc) where deleted_at is null and not is_empty;
create unique index observations_owner on observations (user_id, owner_seq);
create index observations_user_feed on observations (user_id, feed_seq desc) where deleted_at is null;
create index observations_taxon on observations (taxon_id, feed_seq desc) where deleted_at is null and not is_empty;
create index observations_country on observations (public_country_code, feed_seq desc) where deleted_at is null and not is_empty;
create index observations_map on observations (map_key) where deleted_at is null and map_key is not null;

-- Accepted writes, to detect repeated ones (decision 0017).
create table observation_writes (
  observation_id uuid not null references observations (id),
  write_id uuid not null,
  version integer not null,
  created_at timestamptz not null default now(),
  primary key (observation_id, write_id)
);

-- The photos declared by records; their bytes may be uploaded later.
create table observation_media (
  observation_id uuid not null references observations (id),
  media_id uuid not null,
  sha256 text not null,
  type text not null,
  width integer not null,
  height integer not null,
  caption text,
  license text,
  position integer not null,
  primary key (observation_id, media_id)
);
create index observation_media_media on observation_media (media_id);

-- One counter per user, advanced in the transaction of each write.
create table owner_counters (
  user_id uuid primary key references users (id),
  seq bigint not null
);

create table feedback (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  text text not null,
  may_contact boolean not null,
  app_version text,
  state text not null default 'received' check (state in ('received', 'planned', 'done', 'declined')),
  created_at timestamptz not null default now()
);
create index feedback_user on feedback (user_id, created_at desc);

create table embeds (
  id uuid primary key,
  user_id uuid not null references users (id),
  key_hash text not null unique,
  label text not null,
  origins text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index embeds_user on embeds (user_id);

create table app_versions (
  -- older versions must update; the highest of all rows applies
  minimum_version text primary key,
  update_url text,
  created_at timestamptz not null default now()
);
