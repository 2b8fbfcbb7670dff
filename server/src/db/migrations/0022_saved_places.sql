-- Lists that were on the device only. The ids of places are made on the device and belong to their person alone.
create table saved_places (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null,
  latitude double precision not null,
  longitude double precision not null,
  uncertainty_m double precision,
  notes text not null,
  primary key (user_id, id)
);
create table wanted_taxa (
  user_id uuid not null references users on delete cascade,
  taxon_id integer not null,
  added_at timestamptz not null default now(),
  primary key (user_id, taxon_id)
);
