-- works from 0010: an older version would store photos without photo_id
-- An id made by a device means something only together with its owner: two people may have the same one. Addresses, files, crops
-- and species images use the id of the row, which the server makes; for photos stored before, both are the same.
alter table media add column photo_id uuid;
update media set photo_id = id;
alter table media alter column photo_id set not null;
drop index media_user;
create unique index media_user_photo on media (user_id, photo_id);

-- Bytes of the JPEG that the device made from a photo the server cannot read. 0 for those stored before.
alter table media add column companion_length bigint not null default 0;

-- Whether a record that still exists listed it before, so that merging two devices' versions may list it again.
alter table media add column may_return boolean not null default true;
alter table media alter column may_return set default false;
