-- When identifications last changed the grade or the community taxon of a record: an event in the feed of those who follow the observer.
alter table observations add column graded_at timestamptz;
create index observations_graded on observations (user_id, graded_at desc, id desc)
  where graded_at is not null and deleted_at is null and geoprivacy = 'open';
