-- works from 0001
-- Closed accounts, devices with their number of unsent items, and why a photo cannot be read.

-- The personal data of closed accounts, moved here from `users` until the account is reopened or erased. Until then,
-- users.email_key reserves the mail address.
create table closed_accounts (
  user_id uuid primary key references users (id),
  name text not null,
  email text not null,
  password_hash text not null,
  -- country, roles, preferences and other columns to restore
  kept jsonb not null,
  -- false if an admin closed the account
  may_return boolean not null,
  language text not null,
  closed_at timestamptz not null,
  ends_at timestamptz not null
);
create index closed_accounts_ends on closed_accounts (ends_at);

-- The devices of a user, with the last reported number of unsent items.
create table devices (
  user_id uuid not null references users (id),
  id uuid not null,
  unsent integer not null check (unsent >= 0),
  told_at timestamptz not null,
  primary key (user_id, id)
);

alter table media add column fault text;

create index observations_user_taxon on observations (user_id, taxon_id) where deleted_at is null and not is_empty;
