-- works from 0001
-- Accounts that are closed and may still come back, devices and what waits on them, why a photo could not be read.

-- What made a closed account somebody's: taken out of `users`, so that no reader of records can reach it, and kept until it
-- ends. The mail address itself stays reserved by users.email_key until then.
create table closed_accounts (
  user_id uuid primary key references users (id),
  name text not null,
  email text not null,
  password_hash text not null,
  -- country, roles, preferences and whatever else the person gets back
  kept jsonb not null,
  -- false where an admin closed it
  may_return boolean not null,
  language text not null,
  closed_at timestamptz not null,
  ends_at timestamptz not null
);
create index closed_accounts_ends on closed_accounts (ends_at);

-- A device of a person, and how much it said was waiting there the last time.
create table devices (
  user_id uuid not null references users (id),
  id uuid not null,
  unsent integer not null check (unsent >= 0),
  told_at timestamptz not null,
  primary key (user_id, id)
);

alter table media add column fault text;

create index observations_user_taxon on observations (user_id, taxon_id) where deleted_at is null and not is_empty;
