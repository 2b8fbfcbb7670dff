-- When the person chose each preference, by key, so that of two devices the last choice wins, not the last request. By the clock of the
-- device, but never later than that of the server.
alter table users add column preferences_changed_at jsonb not null default '{}';
