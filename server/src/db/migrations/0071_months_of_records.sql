-- Explore and the map select records by a month of any year, in the order of lists. The expression is that of MONTH in
-- features/observations/record-filter.ts.
create index observations_month_observed on observations ((case
    when extract(year from observed_from) = extract(year from observed_to) and extract(month from observed_from) = extract(month from observed_to)
    then extract(month from observed_from)::integer end), (case when geoprivacy = 'open'
    then coalesce(observed_at, observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else listed_at end) desc, id desc)
  where deleted_at is null and not is_empty;
