-- Counts of records per cell of the map (docs/decisions/0040).
-- A cell of level n is map_key >> 2 * (26 - n): one of 2^n by 2^n squares of the world in Web Mercator.
create table map_cells (
  level smallint not null,
  cell bigint not null,
  is_obscured boolean not null,
  records integer not null,
  primary key (level, cell, is_obscured)
);

-- Changes that are not in map_cells yet. A tile adds those whose day has come; the job `map-cells` moves them to map_cells.
create table map_changes (
  map_key bigint not null,
  is_obscured boolean not null,
  -- The UTC day from which others see it (IS_LISTED in server/src/db/visibility.ts).
  shown_on date not null,
  records integer not null
);
create index map_changes_key on map_changes (map_key);
create index map_changes_day on map_changes (shown_on);

-- True for records from before, until the job `map-records` has put them on the map; else null.
alter table observations add column map_pending boolean default true;
alter table observations alter column map_pending drop default;
create index observations_map_pending on observations (id) where map_pending;

create index observations_taxon_map on observations (taxon_id, map_key) where deleted_at is null and map_key is not null;
create index observations_user_map on observations (user_id, map_key) where deleted_at is null and map_key is not null;
create index taxa_parent on taxa (parent_id) where parent_id is not null;
