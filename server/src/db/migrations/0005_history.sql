-- works from 0001
-- The content and device of each save, for the history; and the last day on which a place is hidden.
alter table observation_writes add column body jsonb;
alter table observation_writes add column device_name text;
alter table observations add column geoprivacy_until date;
create index observations_hidden_until on observations (geoprivacy_until) where geoprivacy_until is not null;
