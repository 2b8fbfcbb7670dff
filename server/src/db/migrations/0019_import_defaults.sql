-- The group and the kingdom of rows that do not say theirs.
alter table taxonomy_imports add column default_group text;
alter table taxonomy_imports add column default_kingdom text;
