-- Photos of a public place, which its person adds (docs/places.md): WebP without metadata, in two sizes.
create table place_photos (
  id uuid primary key,
  place_id uuid not null references public_places (id) on delete cascade,
  caption text not null,
  license text,
  -- of the large one, in pixels
  width integer not null,
  height integer not null,
  small bytea not null,
  large bytea not null,
  created_at timestamptz not null
);
create index place_photos_place on place_photos (place_id, created_at, id);
