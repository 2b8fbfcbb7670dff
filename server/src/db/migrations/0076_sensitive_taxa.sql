-- Where and when a taxon, and all below it, hides its place (decision 0080)
create table sensitive_taxa (
  id uuid primary key,
  taxon_id integer not null references taxa (id),
  country_code text,
  -- a polygon in GeoJSON
  area jsonb,
  area_name text,
  -- 1 to 12, in order; empty for the whole year
  months integer[] not null,
  -- null if others see no place at all
  grid_km integer check (grid_km in (10, 20, 50, 100)),
  reason text not null
);
-- what a rule is about: two rules about the same would contradict each other
create unique index sensitive_taxa_about on sensitive_taxa (taxon_id, coalesce(country_code, ''), md5(coalesce(area::text, '')), months);

-- taxa whose records have to be looked at again, because rules have changed
create table sensitive_due (
  taxon_id integer primary key references taxa (id),
  -- records up to this one have been looked at
  after_id uuid,
  -- the transaction that changed the rules
  changed_by bigint not null
);

-- what the owner wished, where a rule hides more than that
alter table observations add column owner_geoprivacy text check (owner_geoprivacy in ('open', 'obscured', 'private'));
-- the rule that hides the place
alter table observations add column hiding_rule_id uuid;
create index observations_hiding_rule on observations (taxon_id) where hiding_rule_id is not null;
create index taxa_accepted on taxa (accepted_id) where accepted_id is not null;
