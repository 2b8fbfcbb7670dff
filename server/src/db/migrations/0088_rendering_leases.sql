-- works from 0087
-- Until when a process renders the picture and its crops, extended while it does; null if none does.
alter table media add column rendered_until timestamptz;
