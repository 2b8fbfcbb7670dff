-- works from 0007: an older version would list hidden records in the order in which they were saved
-- The position of a record in public lists: the time of its first save, or the first day of its month if it hides its place.
alter table observations add column listed_at timestamptz not null default now();
update observations set listed_at = case
  when geoprivacy = 'open' then created_at
  else coalesce(date_trunc('month', observed_from::timestamp) at time zone 'utc', timestamptz '0001-01-01 00:00:00+00')
end;

drop index observations_feed;
drop index observations_user_feed;
drop index observations_taxon;
drop index observations_country;
alter table observations drop column feed_seq;
create index observations_listed on observations (listed_at desc, id desc) where deleted_at is null and not is_empty;
create index observations_user_listed on observations (user_id, listed_at desc, id desc) where deleted_at is null;
create index observations_taxon on observations (taxon_id, listed_at desc, id desc) where deleted_at is null and not is_empty;
create index observations_country on observations (public_country_code, listed_at desc, id desc) where deleted_at is null and not is_empty;

-- The hash of what a save contained; null for older saves.
alter table observation_writes add column content_hash text;
