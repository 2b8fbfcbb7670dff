-- Instances that exist keep what they chose by ALLOW_BROWSING; without it, visitors see nothing until an administrator lets them.
insert into server_state (key, value)
select 'browsing', '{"isOpen":false,"isIndexed":false}' where exists (select 1 from server_state where key = 'first_admin');

alter table admin_log drop constraint admin_log_subject_kind_check;
alter table admin_log add constraint admin_log_subject_kind_check
  check (subject_kind in ('user', 'invitation', 'app_version', 'job', 'feedback', 'announcement', 'map', 'server'));

-- Of a deleted record, of which everything else is cleared: whether everyone could see it and its place, so that its page may say that it
-- is gone. False for those deleted before.
alter table observations add column was_open boolean not null default false;
