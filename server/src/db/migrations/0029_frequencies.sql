-- works from 0028
-- How often species are found, by country, cell and week (docs/frequencies.md).

-- Where counts come from: the records of this server (0), and files that an operator imported.
create table frequency_sources (
  id integer primary key,
  name text not null unique,
  imported_at timestamptz not null default now()
);
insert into frequency_sources (id, name) values (0, 'veld');

-- A taxon of 0 stands for all species together: the effort.
create table frequencies (
  source_id integer not null references frequency_sources (id),
  country_code text not null,
  taxon_id integer not null,
  -- map_key >> 32
  cell integer not null,
  -- 0 to 47: four in each month
  week smallint not null check (week between 0 and 47),
  records integer not null,
  -- a list is what one person recorded in a cell on a day
  lists integer not null,
  people integer not null,
  primary key (country_code, taxon_id, cell, week, source_id)
);
create index frequencies_source on frequencies (source_id, country_code);

-- When the records of a country were last counted, so that a night that was cut short goes on where it stopped.
create table frequency_countries (
  country_code text primary key,
  counted_on date not null
);

-- The last packs of each country. `sequence` orders them; devices with an older one get a delta.
create table frequency_packs (
  country_code text not null,
  version text not null,
  sequence bigint generated always as identity,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (country_code, version)
);
create index frequency_packs_newest on frequency_packs (country_code, sequence desc);
