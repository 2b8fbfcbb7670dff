-- works from 0027
-- The id that the device made for its last confirmation of the password; a repeated deletion names it.
alter table sessions add column password_confirmation uuid;
