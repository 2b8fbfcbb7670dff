-- Places in words, in no language (docs/decisions/0037). Until now these columns were always empty.
alter table observations drop column place, drop column public_place, add column place jsonb, add column public_place jsonb;

-- Records from before: the job `places-in-words` finds them here and leaves the index empty.
create index observations_without_words on observations (id) where place is null and latitude is not null and deleted_at is null;
