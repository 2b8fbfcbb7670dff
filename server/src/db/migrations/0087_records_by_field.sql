-- Explore, the map and Identify select records by what they say, in the order of lists: a page, or the latest 10,000, is then read from
-- the index, however many records say it. Most records say nothing of the first four, so these indexes are small.
-- The expression of the order is that of OBSERVED in db/conditions.ts.
create index observations_life_stage on observations (life_stage, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where life_stage is not null and deleted_at is null and not is_empty;
create index observations_sex on observations (sex, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where sex is not null and deleted_at is null and not is_empty;
create index observations_breeding on observations ((attributes ->> 'breeding_code'), (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where attributes ->> 'breeding_code' is not null and deleted_at is null and not is_empty;
create index observations_wildness on observations ((attributes ->> 'wildness'), (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where attributes ->> 'wildness' is not null and deleted_at is null and not is_empty;
create index observations_license on observations (license, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where license is not null and deleted_at is null and not is_empty;
create index observations_quality on observations (quality, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null and not is_empty;
create index observations_validation_observed on observations (validation, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where validation <> 'unverified' and deleted_at is null and not is_empty;
create index observations_uncertainty on observations (public_uncertainty_m) where deleted_at is null and not is_empty;
-- Lists leave out the records of these people, whom they look up once.
create index users_to_erase on users (id) where erase_after is not null;
