alter table observations add column location_delay_s integer check (location_delay_s between 0 and 86400);
