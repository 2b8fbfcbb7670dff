-- works from 0001
-- Record counts and rarity of taxa, and records of deleted taxa.

-- Records on this server; records elsewhere are in external_observation_count.
alter table taxa add column observation_count integer not null default 0;
-- The class computed from the counts, if there are enough. It replaces the class of the source.
alter table taxa add column observed_rarity smallint check (observed_rarity between 1 and 5);
alter table taxon_countries add column observation_count integer not null default 0;
alter table taxon_countries add column observed_rarity smallint check (observed_rarity between 1 and 5);

-- Arrival now depends only on the class and record count of the taxon itself, so a change does not affect other taxa.
update taxa set arrival = rarity_class * 1000 + 999;

-- To find deleted taxa and their records.
create index taxa_gone on taxa (updated_seq, id) where is_deleted or accepted_id is not null;
create index observations_ticks on observations (taxon_id) where deleted_at is null and is_empty;

-- The taxon of the record was deleted without a successor, so that the record has a higher taxon or none until its review.
alter table observations add column needs_review boolean not null default false;
