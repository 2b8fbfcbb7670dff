-- What a person wrote about a species, for themselves only.
create table species_notes (
  user_id uuid not null references users on delete cascade,
  taxon_id integer not null,
  text text not null,
  primary key (user_id, taxon_id)
);
-- To follow merged taxa.
create index species_notes_taxon on species_notes (taxon_id);
