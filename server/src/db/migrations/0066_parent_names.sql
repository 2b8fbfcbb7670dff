-- The parent of a taxon by its name, in lists without its id.
alter table taxonomy_import_taxa add column parent_name text;
