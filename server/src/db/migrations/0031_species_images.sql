-- The photo with which a person sees a species. The photo is named as the person's devices name it, because it may be replaced.
create table species_images (
  user_id uuid not null references users on delete cascade,
  taxon_id integer not null references taxa,
  photo_id uuid not null,
  primary key (user_id, taxon_id)
);
