-- How often the pages of taxa were opened, by the day on which devices sent it. Nothing says by whom.
create table taxon_views (
  taxon_id integer not null references taxa (id),
  day date not null,
  views integer not null check (views > 0),
  primary key (taxon_id, day)
);

-- Batches that were counted, so that a repeated one is not counted twice. Their ids are made for this and lead to nobody.
create table taxon_view_batches (
  id uuid primary key,
  received_on date not null
);
