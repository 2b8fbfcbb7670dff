-- works from 0001
-- Changes of admins lock all of them.
create index users_admins on users (id) where 'admin' = any(roles) and deleted_at is null;
