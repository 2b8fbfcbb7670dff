-- With what decides whether a record counts as found, so that the species a person has found are read from the index alone.
create index observations_user_species on observations (user_id, taxon_id) include (is_empty, count, count_max) where deleted_at is null;
drop index observations_user_taxon;
