-- What people tell about themselves. A row exists once something was entered.
create table profiles (
  user_id uuid primary key references users (id),
  bio text not null default '',
  languages text[] not null default '{}',
  orcid text,
  links text[] not null default '{}',
  -- whether others see the level and the badges
  shares_badges boolean not null default false,
  -- made anew with each picture; its address is known only to those who see the profile
  portrait_id uuid unique,
  -- a square WebP without metadata, re-encoded by the server
  portrait bytea
);
