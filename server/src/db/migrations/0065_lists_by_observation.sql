-- Lists of records are in the order of the observations (decision 0065): the instant of an open record, else the start of its first day;
-- one that hides its place stays at the first day of its month. The expression is that of `OBSERVED` in db/observed.ts.
create index observations_observed on observations ((case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null and not is_empty;
create index observations_user_observed on observations (user_id, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null;
create index observations_country_observed on observations (public_country_code, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null and not is_empty;
create index observations_taxon_observed on observations (taxon_id, (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null and not is_empty;
-- No list of a taxon is in the order of arrival.
drop index observations_taxon;

update project_records p set listed_at = case when o.geoprivacy = 'open'
    then coalesce(o.observed_at, o.observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else o.listed_at end
  from observations o where o.id = p.observation_id;
