-- Journeys: a time and effort to which records belong, with a track (docs/journeys.md).
create table journeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  version integer not null,
  name text not null,
  protocol text not null,
  target_groups text[] not null,
  target_taxon_ids integer[] not null,
  complete_groups jsonb not null,
  companions jsonb not null,
  planned_duration_s integer,
  started_at timestamptz not null,
  ended_at timestamptz,
  time_zone text not null,
  location_id uuid,
  effort jsonb not null,
  sharing text not null check (sharing in ('none', 'cells', 'full')),
  notes text not null,
  "trim" jsonb,
  -- of the track: derived from its blocks
  points integer not null default 0,
  last_seq integer,
  -- once it has ended, within its trim
  distance_m double precision,
  -- since when it is finished and shared; others see it from the next UTC day
  shared_at timestamptz,
  -- in the order of the owner's changes, with those of records
  owner_seq bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index journeys_owner on journeys (user_id, owner_seq);
create index journeys_shared on journeys (started_at desc, id desc) where shared_at is not null and deleted_at is null;

create table journey_writes (
  journey_id uuid not null references journeys (id) on delete cascade,
  write_id uuid not null,
  primary key (journey_id, write_id)
);

-- The points of a journey whose seq divided by 1,000 is the number of the block, in order, as contract/src/journeys/codec.ts encodes them.
create table journey_blocks (
  journey_id uuid not null references journeys (id) on delete cascade,
  block integer not null,
  -- number of points
  size integer not null,
  points bytea not null,
  primary key (journey_id, block)
);

create index observations_journey on observations (journey_id) where journey_id is not null and deleted_at is null;
