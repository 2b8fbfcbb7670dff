-- works from 0016: an older version would keep the keys of the name of a closed account
-- The keys under which the names of open accounts are compared (decision 0032). The server fills in those of existing accounts.
alter table users add column name_keys text[] not null default '{}';
create index users_name_keys on users using gin (name_keys) where deleted_at is null;
