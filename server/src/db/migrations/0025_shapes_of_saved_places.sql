alter table saved_places add column geometry jsonb;
-- Of the geometry; the sum of a person's places is limited.
alter table saved_places add column vertices integer not null default 0;
alter table saved_places add column geoprivacy text;
alter table saved_places add column habitat text;
alter table saved_places add column colour text;
