-- When the people that a message of the administrators is for were told by a notification; null while that is still to be done.
alter table toasts add column announced_at timestamptz;
update toasts set announced_at = created_at;
create index toasts_unannounced on toasts (starts_at) where announced_at is null;

-- What happens to a project is stored as its kind and the project, and put into words when it is read.
update notifications set facts = jsonb_build_object('moment', cause_id, 'project_id', split_part(facts ->> 'path', '/', 3), 'path', facts ->> 'path')
where kind = 'project';

-- A person's identifications in the order of receipt.
create index identifications_user_order on identifications (user_id, seq);
drop index identifications_user;

alter table admin_log drop constraint admin_log_subject_kind_check;
alter table admin_log add constraint admin_log_subject_kind_check
  check (subject_kind in ('user', 'invitation', 'app_version', 'job', 'feedback', 'announcement'));
