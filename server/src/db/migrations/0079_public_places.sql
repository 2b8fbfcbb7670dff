-- Places that everybody sees: those that people made public, and those of the operator (docs/places.md).
create table public_places (
  id uuid primary key,
  -- who made a saved place public, and which; null for places of the operator
  owner_id uuid references users (id),
  saved_place_id uuid,
  -- what the operator loaded it from, and its key there
  source text,
  source_key text,
  attribution text not null default '',
  kind text not null,
  name text not null,
  -- by language, where it has others
  names jsonb not null default '{}',
  -- all names without accents, in lower case
  search text not null,
  text text not null default '',
  -- as they are drawn: coordinates of a MultiPolygon, with few corners; longitudes of a polygon go on beyond 180 degrees
  polygons jsonb not null,
  latitude double precision not null,
  longitude double precision not null,
  area_m2 double precision not null,
  -- of what its cells were computed
  shape_hash text not null,
  -- the operator took a place of a person off
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((owner_id is null) = (saved_place_id is null)),
  check ((owner_id is null) <> (source is null))
);
create unique index public_places_owner on public_places (owner_id, saved_place_id) where owner_id is not null;
create unique index public_places_source on public_places (source, source_key) where source is not null;

-- A place in pieces, so that records in it are found by the index of map_key: squares of the map that lie in it or touch it, with the
-- part of its rings there, and the grid cells of hidden records that lie in it as a whole.
create table public_place_cells (
  place_id uuid not null references public_places (id) on delete cascade,
  key_from bigint not null,
  key_to bigint not null,
  -- only records that hide their place are in it, and only open ones in all others
  is_hidden boolean not null,
  bounds box not null,
  -- null if all of the square lies in the place; a point lies in it if it lies in an odd number of rings
  rings polygon[]
);
create index public_place_cells_place on public_place_cells (place_id);
create index public_place_cells_bounds on public_place_cells using gist (bounds) where not is_hidden;
