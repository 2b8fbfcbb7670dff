-- What validators say of records, beside the grade (docs/validation.md). What stands is a column of the record.
alter table observations add column validation text not null default 'unverified'
  check (validation in ('unverified', 'plausible', 'accepted', 'accepted_by_evidence', 'asked', 'unable', 'incorrect'));
-- When an edit of taxon, date or place ended a decision; null again with the next one.
alter table observations add column validation_reopened_at timestamptz;
create index observations_validation on observations (validation, listed_at desc, id desc)
  where validation <> 'unverified' and deleted_at is null and not is_empty;

-- The records that somebody validates; what is null does not narrow them.
create table validators (
  id uuid primary key,
  user_id uuid not null references users (id),
  taxon_group text,
  country_code text,
  -- corners of a polygon: [[longitude, latitude], ...]
  area jsonb,
  from_day date,
  to_day date,
  project_id uuid references projects (id) on delete cascade,
  appointed_by uuid references users (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index validators_user on validators (user_id) where ended_at is null;
create index validators_project on validators (project_id) where project_id is not null;
create index validators_appointed_by on validators (appointed_by) where appointed_by is not null;

-- The log of decisions. Nothing is changed in it but that a batch was taken back.
create table validations (
  id uuid primary key,
  seq bigint generated always as identity unique,
  observation_id uuid not null,
  -- null for rules of the server, and after the account was erased
  user_id uuid references users (id),
  is_automatic boolean not null default false,
  state text not null check (state in ('unverified', 'plausible', 'accepted', 'accepted_by_evidence', 'asked', 'unable', 'incorrect')),
  -- what stood before, which returns if the batch is taken back
  former text not null check (former in ('unverified', 'plausible', 'accepted', 'accepted_by_evidence', 'asked', 'unable', 'incorrect')),
  reason text not null default '',
  -- of the record as the validator saw it
  basis text not null check (basis ~ '^[0-9a-f]{32}$'),
  batch_id uuid,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index validations_observation on validations (observation_id, seq);
create index validations_user on validations (user_id) where user_id is not null;
create index validations_batch on validations (batch_id) where batch_id is not null;

-- What observers are asked about records.
create table record_questions (
  id uuid primary key,
  seq bigint generated always as identity unique,
  observation_id uuid not null,
  user_id uuid not null references users (id),
  question text not null check (question in ('count', 'certain', 'how', 'photo', 'place', 'date', 'wild', 'other')),
  text text not null default '',
  -- a validator's question makes the record `asked`; `former` returns if it is withdrawn
  is_validators boolean not null,
  former text not null check (former in ('unverified', 'plausible', 'accepted', 'accepted_by_evidence', 'asked', 'unable', 'incorrect')),
  created_at timestamptz not null default now(),
  answer text check (answer in ('yes', 'no', 'unknown', 'text')),
  answer_text text not null default '',
  answered_at timestamptz,
  -- a withdrawn question cannot be asked any more, even if it arrives later
  withdrawn_at timestamptz
);
create index record_questions_observation on record_questions (observation_id, seq);
create index record_questions_user on record_questions (user_id);
