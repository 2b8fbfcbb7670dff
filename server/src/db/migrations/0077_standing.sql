-- How moderators have restricted a person (decision 0084)
alter table users add column standing text check (standing in ('limited', 'suspended'));
alter table users add column standing_since timestamptz;
-- the report about which that was decided
alter table users add column standing_report_id uuid;

alter table appeals drop constraint appeals_subject_kind_check;
alter table appeals add constraint appeals_subject_kind_check
  check (subject_kind in ('observation', 'comment', 'identification', 'user'));
alter table moderation_log drop constraint moderation_log_action_check;
alter table moderation_log add constraint moderation_log_action_check
  check (action in ('dismiss', 'hide', 'restore', 'answer', 'warn', 'limit', 'suspend', 'reinstate'));
