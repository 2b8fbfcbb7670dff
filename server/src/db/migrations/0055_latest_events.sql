-- The latest events of everybody, for those who follow many people.
create index observations_latest_grades on observations (graded_at desc, id desc)
  where graded_at is not null and deleted_at is null and geoprivacy = 'open';
create index user_badges_latest on user_badges (earned_at);
create index project_members_latest on project_members (joined_at);
