-- What people say about a record beside its name (docs/decisions/0083-votes.md).
create table record_votes (
  observation_id uuid not null references observations (id),
  user_id uuid not null references users (id),
  -- one of VOTE_TOPICS (contract/src/identifications/votes.ts)
  topic text not null,
  -- of an annotation, else empty
  value text not null default '',
  -- null once taken back
  agrees boolean,
  reason text not null default '',
  -- a hash of what the vote was about: it does not count any more once the observer has changed that
  about text not null,
  write_id uuid not null,
  chosen_at timestamptz not null,
  primary key (observation_id, user_id, topic, value)
);
create index record_votes_user on record_votes (user_id);

-- The topics of quality on which more people say no than yes.
alter table observations add column voted_against text[] not null default '{}';

-- Records that a person has looked at and wants to see in the queue no more.
create table reviewed_records (
  user_id uuid not null references users (id),
  observation_id uuid not null references observations (id),
  is_reviewed boolean not null,
  chosen_at timestamptz not null,
  primary key (user_id, observation_id)
);
create index reviewed_records_observation on reviewed_records (observation_id);
