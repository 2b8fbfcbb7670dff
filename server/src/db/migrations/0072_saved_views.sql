-- Filters of records by name. The ids are made on the device and belong to their person alone.
create table saved_views (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  screen text not null,
  query text not null,
  list_position double precision,
  -- Which of its records the person is notified of; null for a view that is not followed.
  novelty text check (novelty in ('any', 'year', 'ever')),
  is_paused boolean not null default false,
  -- Records that arrived until then were looked at.
  seen_until timestamptz,
  primary key (user_id, id)
);
create index saved_views_followed on saved_views (seen_until) where novelty is not null and not is_paused;
-- The secret in the addresses of a person's feeds. A new one replaces it, and feeds with the old one end.
create table feed_keys (
  user_id uuid primary key references users on delete cascade,
  key text not null unique
);
