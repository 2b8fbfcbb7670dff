-- works from 0011: an older version relies on users.email_key being unique
-- Mail addresses are confirmed. Several accounts may claim an address; one that has confirmed it owns it.

alter table users add column email_confirmed_at timestamptz;
-- when the account began to use its address
alter table users add column email_claimed_at timestamptz not null default now();
-- the address that replaces `email` once it is confirmed
alter table users add column pending_email text;
-- Until now addresses were unique and never confirmed. The accounts keep them.
update users set email_confirmed_at = created_at, email_claimed_at = created_at;

alter table users drop constraint users_email_key_key;
create unique index users_email_owner on users (email_key) where email_confirmed_at is not null;
create index users_email_claims on users (email_key, email_claimed_at);

-- The links in mails that confirm an address.
create table email_confirmations (
  token_hash text primary key,
  user_id uuid not null references users (id),
  email text not null,
  email_key text not null,
  expires_at timestamptz not null
);
create index email_confirmations_user on email_confirmations (user_id);
