-- works from 0006: an older program would show everybody what was cut away
-- The part of a photo that its record shows, as fractions of the upright picture.
alter table observation_media add column crop jsonb;
alter table taxa add column image_crop jsonb;

-- What was made of a photo for each crop that something shows; the whole picture is told by media itself.
create table media_crops (
  -- stands in the address, so that another crop is another address
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
