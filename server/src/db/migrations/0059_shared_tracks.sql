-- What others see of the tracks of shared journeys, computed once after each change (docs/journeys.md).
alter table journeys
  -- counts up with each change that the computed track depends on
  add column track_revision integer not null default 0,
  -- whether a job waits that has not read the journey yet
  add column track_is_queued boolean not null default false,
  -- whether journey_tracks has what others see now
  add column track_is_ready boolean not null default false,
  -- why there is nothing that others could see, as far as that was computed
  add column track_fault text check (track_fault in ('too_large', 'too_slow')),
  -- the UTC day from which on it is computed
  add column track_due_on date,
  -- identifies the areas that were cut out
  add column track_areas text;

-- Journeys of before are computed at the start of the server.
update journeys set track_due_on = (coalesce(shared_at, created_at) at time zone 'utc')::date + 1 where deleted_at is null and ended_at is not null;

create table journey_tracks (
  journey_id uuid primary key references journeys (id) on delete cascade,
  -- the members cells, lines and distance_m of the answer, as JSON that is sent as it is
  track text not null
);
