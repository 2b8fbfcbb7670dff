-- works from 0058
-- Records of a taxon in imported frequencies (docs/frequencies.md). Lists of taxa state theirs in external_observation_count.
alter table taxa add column frequency_count integer not null default 0;
