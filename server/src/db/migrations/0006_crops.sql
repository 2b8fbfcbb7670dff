-- works from 0006: an older version would show the whole photo to everyone
-- The visible part of a photo, as fractions of the upright picture.
alter table observation_media add column crop jsonb;
alter table taxa add column image_crop jsonb;

-- The renderings of photos by crop. The rendering of the whole picture is in media.
create table media_crops (
  -- part of the address, so that each crop has its own address
  id uuid primary key,
  media_id uuid not null references media (id) on delete cascade,
  crop jsonb not null,
  thumbhash text,
  state text not null default 'stored' check (state in ('stored', 'ready', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  unique (media_id, crop)
);
create index media_crops_waiting on media_crops (created_at) where state = 'stored';
