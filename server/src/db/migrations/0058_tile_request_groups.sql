-- The groups of which an offline map has records and species; null for all records (docs/offline-maps.md).
alter table tile_requests add column record_groups text[];
