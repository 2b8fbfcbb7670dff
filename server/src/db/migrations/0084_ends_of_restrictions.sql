-- When a restriction of a person ends by itself (decision 0088); null for one that moderators lift
alter table users add column standing_until timestamptz;
create index users_standing_until on users (standing_until) where standing_until is not null;

alter table moderation_log add column until timestamptz;
