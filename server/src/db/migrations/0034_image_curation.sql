-- What curators say about the image of a taxon. Belongs to one picture: another image starts without.
create table taxon_image_details (
  taxon_id integer primary key references taxa,
  media_id uuid not null references media (id) on delete cascade,
  -- the crop of the record when the image was chosen; everything else is relative to it
  base jsonb,
  crop jsonb,
  focus jsonb,
  -- the parts shown in the small sizes, as crops of the whole picture
  square jsonb,
  wide jsonb,
  alt jsonb not null default '{}',
  life_stage text,
  is_locked boolean not null default false
);
create index taxon_image_details_media on taxon_image_details (media_id);

-- The history of images. `id` is made by the device, so that a repeated write changes nothing.
create table taxon_image_changes (
  id uuid primary key,
  taxon_id integer not null references taxa,
  user_id uuid references users on delete set null,
  action text not null check (action in ('choose', 'edit', 'revert', 'remove', 'lock', 'unlock')),
  changed_at timestamptz not null default now(),
  reason text,
  media_id uuid references media (id) on delete set null,
  -- base, crop, focus, alt and life stage
  details jsonb not null default '{}'
);
create index taxon_image_changes_taxon on taxon_image_changes (taxon_id, changed_at desc);
create index taxon_image_changes_media on taxon_image_changes (media_id) where media_id is not null;
insert into taxon_image_changes (id, taxon_id, action, media_id, details)
  select overlay(overlay(md5('image of taxon ' || id) placing '4' from 13) placing '8' from 17)::uuid, id, 'choose', image_media_id, jsonb_build_object('base', image_crop)
  from taxa where image_media_id is not null;

-- Candidates that are never offered again for a taxon.
create table taxon_image_rejections (
  taxon_id integer not null references taxa,
  source text not null,
  candidate_id text not null,
  user_id uuid references users on delete set null,
  rejected_at timestamptz not null default now(),
  primary key (taxon_id, source, candidate_id)
);
