-- works from 0017
-- The accepted taxon of a synonym by its name, in lists without its id.
alter table taxonomy_import_taxa add column accepted_name text;
