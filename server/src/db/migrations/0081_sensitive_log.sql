-- What administrators do to the list of sensitive taxa
alter table admin_log drop constraint admin_log_subject_kind_check;
alter table admin_log add constraint admin_log_subject_kind_check
  check (subject_kind in ('user', 'invitation', 'app_version', 'job', 'feedback', 'announcement', 'map', 'server', 'sensitive_taxa'));
