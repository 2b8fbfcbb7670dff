-- Imports of species lists, the sources of taxa, and staging tables.
-- works from 0001

-- The ids of taxa in their sources. A taxon can have several sources; the one that created it is in taxa.source.
create table taxon_sources (
  source text not null,
  source_id text not null,
  taxon_id integer not null references taxa (id),
  primary key (source, source_id)
);
create index taxon_sources_taxon on taxon_sources (taxon_id);

-- The parts of split taxa. A split taxon is deleted and has no single successor.
create table taxon_splits (
  taxon_id integer not null references taxa (id),
  into_id integer not null references taxa (id),
  primary key (taxon_id, into_id)
);

-- The source of a name or country. An import only deletes those of its own source.
alter table taxon_names add column source text not null default 'starter';
alter table taxon_countries add column source text not null default 'starter';
create index taxa_scientific_name on taxa (scientific_name);

create table taxonomy_imports (
  id uuid primary key,
  -- null for imports by the command line
  user_id uuid references users (id),
  file_name text not null,
  byte_length bigint not null,
  received bigint not null default 0,
  source text not null,
  -- whether the file is the complete list of its source, so that missing taxa are deleted
  is_complete boolean not null default false,
  -- whether the latest run was a dry run
  is_dry_run boolean not null default true,
  state text not null check (state in ('receiving', 'waiting', 'reading', 'checking', 'applying', 'checked', 'done', 'failed', 'cancelled')),
  rows_done bigint not null default 0,
  -- bytes of the tables read so far, and in total
  bytes_done bigint not null default 0,
  bytes_total bigint not null default 0,
  error_count integer not null default 0,
  warning_count integer not null default 0,
  result jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  beat_at timestamptz not null default now(),
  finished_at timestamptz
);
create index taxonomy_imports_created on taxonomy_imports (created_at);

create table taxonomy_import_faults (
  import_id uuid not null references taxonomy_imports (id),
  position integer not null,
  is_warning boolean not null,
  code text not null,
  file text,
  line integer,
  column_number integer,
  column_name text,
  value text,
  primary key (import_id, position)
);

-- Staging rows, deleted at the end of the import.
create table taxonomy_import_taxa (
  import_id uuid not null,
  row_number integer not null,
  file text not null,
  line integer not null,
  source_id text not null,
  -- false if the file has no ids, so that several rows may have the same name
  has_id boolean not null,
  scientific_name text not null,
  authority text,
  rank text not null,
  group_own text,
  group_strength smallint not null,
  family_own text,
  parent_source_id text,
  accepted_source_id text,
  split_source_ids text[],
  may_match boolean not null,
  rarity_class smallint,
  observation_count integer,
  -- set by the checks and the matching
  taxon_group text,
  family text,
  is_reached boolean not null default false,
  final_source_id text,
  taxon_id integer,
  is_new boolean not null default false,
  primary key (import_id, row_number)
);
create index taxonomy_import_taxa_source on taxonomy_import_taxa (import_id, source_id);
create index taxonomy_import_taxa_taxon on taxonomy_import_taxa (import_id, taxon_id);
create index taxonomy_import_taxa_parent on taxonomy_import_taxa (import_id, parent_source_id);

create table taxonomy_import_names (
  import_id uuid not null,
  row_number integer not null,
  file text not null,
  line integer not null,
  source_id text not null,
  language text not null,
  name text not null,
  is_preferred boolean not null,
  taxon_id integer,
  primary key (import_id, row_number)
);

create table taxonomy_import_countries (
  import_id uuid not null,
  row_number integer not null,
  file text not null,
  line integer not null,
  source_id text not null,
  country_code text not null,
  rarity_class smallint,
  taxon_id integer,
  primary key (import_id, row_number)
);

create index taxonomy_import_names_taxon on taxonomy_import_names (import_id, taxon_id);
create index taxonomy_import_countries_taxon on taxonomy_import_countries (import_id, taxon_id);

-- The taxa changed by an import while it is being applied.
create table taxonomy_import_changes (
  import_id uuid not null,
  taxon_id integer not null,
  kind text not null,
  primary key (import_id, taxon_id)
);
