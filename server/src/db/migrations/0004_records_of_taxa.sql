-- works from 0001
-- How often taxa are recorded, and what follows from that for their rarity and for records whose taxon is gone.

-- Records made here; those known from elsewhere are external_observation_count.
alter table taxa add column observation_count integer not null default 0;
-- The class that the counts tell, where there are enough of them; it stands above the one the source gave.
alter table taxa add column observed_rarity smallint check (observed_rarity between 1 and 5);
alter table taxon_countries add column observation_count integer not null default 0;
alter table taxon_countries add column observed_rarity smallint check (observed_rarity between 1 and 5);

-- Class and, inside of it, how often it is recorded: no longer a number that moves for all when one taxon moves.
update taxa set arrival = rarity_class * 1000 + 999;

-- Taxa that are gone, for the records that still name them.
create index taxa_gone on taxa (updated_seq, id) where is_deleted or accepted_id is not null;
create index observations_ticks on observations (taxon_id) where deleted_at is null and is_empty;

-- The taxon of this record went without a successor: it hangs on a higher taxon, or on none, until somebody looks at it.
alter table observations add column needs_review boolean not null default false;
