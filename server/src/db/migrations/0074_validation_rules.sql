-- Rules of validators, by which records are checked for them: a taxon with those below it, and what else narrows the rule.
create table validation_rules (
  id uuid primary key,
  seq bigint generated always as identity unique,
  -- null for rules of the operator
  user_id uuid references users (id),
  kind text not null check (kind in ('maximum', 'description', 'ask', 'unexpected')),
  taxon_id integer not null references taxa (id),
  country_code text,
  -- corners of a polygon: [[longitude, latitude], ...]
  area jsonb,
  months integer[] not null,
  life_stages text[] not null,
  maximum integer,
  note text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index validation_rules_taxon on validation_rules (taxon_id) where ended_at is null;
create index validation_rules_user on validation_rules (user_id) where user_id is not null;
