-- Who made an image that a curator fetched from another site, or uploaded for somebody else. These images belong to the server, not to
-- the curator: they stay when the account is erased and do not count for its space.
create table image_credits (
  media_id uuid primary key references media (id) on delete cascade,
  taxon_id integer not null references taxa,
  source text not null check (source in ('upload', 'url', 'commons', 'inaturalist')),
  author text not null,
  -- a code of imageLicenseOf (contract)
  license text not null,
  license_url text,
  -- where the image is described, and from where it was fetched
  page_url text,
  file_url text,
  stored_at timestamptz not null default now()
);
create index image_credits_taxon on image_credits (taxon_id);
