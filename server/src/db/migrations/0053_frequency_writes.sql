-- A night writes every count of a country. A check of the source and a second index for each of them took longer than the counting:
-- sources are only removed together with their counts, and the primary key begins with the country, which every query names.
alter table frequencies drop constraint frequencies_source_id_fkey;
drop index frequencies_source;
create index frequencies_of_sources on frequencies (source_id, country_code) where source_id > 0;
