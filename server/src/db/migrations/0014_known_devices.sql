-- works from 0013
-- The hash of a secret that a device keeps: a device with a session, ended or not, is known to its account.
alter table sessions add column device_hash text;
create index sessions_device on sessions (device_hash) where device_hash is not null;
