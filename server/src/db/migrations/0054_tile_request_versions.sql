-- What identified the base map when an offline map of it was built, so that a newer one can be offered; null where nothing does.
alter table tile_requests add column source_version text;
