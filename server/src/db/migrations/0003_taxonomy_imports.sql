-- Imports of taxonomies: what was brought in by whom, where it came from, and where rows wait until they are checked.
-- works from 0001

-- Which id a taxon has in a source. The source that made a taxon is named in taxa; others know it too.
create table taxon_sources (
  source text not null,
  source_id text not null,
  taxon_id integer not null references taxa (id),
  primary key (source, source_id)
);
create index taxon_sources_taxon on taxon_sources (taxon_id);

-- A taxon that became several: its id stays, marked by rows here, and none of them is its one successor.
create table taxon_splits (
  taxon_id integer not null references taxa (id),
  into_id integer not null references taxa (id),
  primary key (taxon_id, into_id)
);

-- Who says so: a source takes back only what it gave.
alter table taxon_names add column source text not null default 'starter';
alter table taxon_countries add column source text not null default 'starter';
create index taxa_scientific_name on taxa (scientific_name);

create table taxonomy_imports (
  id uuid primary key,
  -- null: by command line
  user_id uuid references users (id),
  file_name text not null,
  byte_length bigint not null,
  received bigint not null default 0,
  source text not null,
  -- the file is the whole list of its source: what is not in it is deleted
  is_complete boolean not null default false,
  -- of the latest run
  is_dry_run boolean not null default true,
  state text not null check (state in ('receiving', 'waiting', 'reading', 'checking', 'applying', 'checked', 'done', 'failed', 'cancelled')),
  rows_done bigint not null default 0,
  -- bytes of tables read and to read
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

-- Rows of a file under way; none outlives its import.
create table taxonomy_import_taxa (
  import_id uuid not null,
  row_number integer not null,
  file text not null,
  line integer not null,
  source_id text not null,
  -- false: the file has no ids, and a further row of the same name is no mistake
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
  -- what the checks and the matching find
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

-- Taxa that an import changes, while it does.
create table taxonomy_import_changes (
  import_id uuid not null,
  taxon_id integer not null,
  kind text not null,
  primary key (import_id, taxon_id)
);
