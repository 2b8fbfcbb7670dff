-- works from 0016
-- When the password was last confirmed in this session; needed to delete the account.
alter table sessions add column password_confirmed_at timestamptz;
