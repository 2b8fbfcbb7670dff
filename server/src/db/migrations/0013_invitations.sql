-- works from 0012
-- Links with which a limited number of people can create an account, where REGISTRATION asks for one.
create table invitations (
  id uuid primary key,
  token_hash text not null unique,
  label text not null,
  created_by uuid not null references users (id),
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
