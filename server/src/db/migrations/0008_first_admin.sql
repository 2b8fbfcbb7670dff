-- works from 0007
-- The first user of an installation stays recorded when their account is gone, so that nobody who registers later becomes admin.
insert into server_state (key, value)
select 'first_admin', id::text from users order by created_at, id limit 1
on conflict (key) do nothing;

-- A closed account has lost its roles.
update closed_accounts set kept = kept - 'roles';
