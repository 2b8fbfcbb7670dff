-- works from 0088
-- Attempts that are limited, such as logins, counted by all processes together. The key is a keyed hash. Lost in a crash, and not on standbys.
create unlogged table attempts (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on attempts (ends_at);
