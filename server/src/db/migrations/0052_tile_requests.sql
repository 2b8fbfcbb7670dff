-- Offline maps that people ask for, and what is built of them (docs/offline-maps.md).
create table tile_requests (
  -- made on the device, so that a repeated request is recognized
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  area jsonb not null,
  -- the box around the area, in degrees
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  min_zoom integer not null,
  max_zoom integer not null,
  layers text[] not null,
  -- null for the built-in map
  source_id text,
  -- of the names
  language text not null,
  state text not null,
  reason text,
  tiles integer,
  estimated_bytes bigint,
  done_tiles integer not null default 0,
  files jsonb not null default '[]',
  -- how often in a row its source could not be read
  failures integer not null default 0,
  queued_at timestamptz not null,
  -- until when a server works on it, or until when it waits
  busy_until timestamptz,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz
);
create index tile_requests_user on tile_requests (user_id, created_at desc);
create index tile_requests_queue on tile_requests (queued_at, id) where state in ('estimating', 'queued', 'building');
create index tile_requests_time on tile_requests (created_at desc, id desc);

-- When a person asked for an offline map, for the first time or again; kept for an hour.
create table tile_request_asks (
  user_id uuid not null references users (id),
  asked_at timestamptz not null
);
create index tile_request_asks_user on tile_request_asks (user_id, asked_at);
