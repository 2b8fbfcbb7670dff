-- What a source says about a taxon in a country, beside how common it is there.
create table taxon_statuses (
  taxon_id integer not null references taxa (id),
  country_code text not null,
  -- as in taxon_countries: an import replaces those of its own source only
  source text not null,
  establishment_means text check (establishment_means in ('native', 'introduced', 'vagrant', 'uncertain')),
  is_invasive boolean not null default false,
  is_protected boolean not null default false,
  -- the category of the red list
  threat_status text check (threat_status in ('EX', 'EW', 'RE', 'CR', 'EN', 'VU', 'NT', 'LC', 'DD')),
  -- the publication or list that says so
  reference text,
  primary key (taxon_id, country_code, source),
  check (establishment_means is not null or threat_status is not null or is_invasive or is_protected)
);
create index taxon_statuses_country on taxon_statuses (country_code);

-- Staging rows, deleted at the end of the import. Without a country, a row is about the taxon in all countries of the file.
create table taxonomy_import_statuses (
  import_id uuid not null,
  row_number integer not null,
  file text not null,
  line integer not null,
  source_id text not null,
  country_code text,
  establishment_means text,
  is_invasive boolean not null,
  is_protected boolean not null,
  threat_status text,
  reference text,
  taxon_id integer,
  primary key (import_id, row_number)
);
create index taxonomy_import_statuses_taxon on taxonomy_import_statuses (import_id, taxon_id);
