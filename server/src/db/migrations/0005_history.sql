-- works from 0001
-- What each save said and where it was made, so that an owner can look back and take an older version; and the day until which a place is hidden.
alter table observation_writes add column body jsonb;
alter table observation_writes add column device_name text;
alter table observations add column geoprivacy_until date;
create index observations_hidden_until on observations (geoprivacy_until) where geoprivacy_until is not null;
