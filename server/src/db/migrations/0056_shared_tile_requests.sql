-- Offline maps that an admin shares: others of the same area get its tiles from it (docs/offline-maps.md).
alter table tile_requests add column shared_at timestamptz;
-- how often another was made from it
alter table tile_requests add column served integer not null default 0;
create index tile_requests_shared on tile_requests (shared_at) where shared_at is not null;
