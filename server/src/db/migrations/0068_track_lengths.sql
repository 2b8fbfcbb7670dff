-- The length of a track as it is shared, for the sums of a person's statistics.
alter table journey_tracks add column distance_m double precision not null default 0 check (distance_m >= 0);
update journey_tracks set distance_m = (track::json ->> 'distance_m')::double precision;
alter table journey_tracks alter column distance_m drop default;
