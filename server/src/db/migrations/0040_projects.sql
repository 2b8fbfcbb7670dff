-- What people record together (decision 0047).
create table projects (
  id uuid primary key,
  version integer not null,
  name text not null,
  description text not null,
  start_on date not null,
  end_on date not null,
  time_zone text not null,
  area jsonb not null,
  -- those that the area may lie in; null for the world
  countries text[],
  taxon_ids integer[] not null,
  groups text[] not null,
  photo_required boolean not null,
  confirmed_only boolean not null,
  joining text not null check (joining in ('everyone', 'link')),
  -- the secret of its link
  invite text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  check (start_on <= end_on)
);
create index projects_start on projects (start_on, id);
create index projects_end on projects (end_on, id);

create table project_organisers (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (project_id, user_id)
);
create index project_organisers_user on project_organisers (user_id);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  joined_at timestamptz not null default now(),
  -- up to where in the sequence of the person (owner_seq) their records are counted
  counted_seq bigint not null default 0,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- The records that count for a project. Derived from the records and the rules of the project.
create table project_records (
  project_id uuid not null references projects (id) on delete cascade,
  observation_id uuid not null references observations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  species_id integer,
  is_confirmed boolean not null,
  listed_at timestamptz not null,
  -- the UTC day from which others find it: the rule of the public lists
  shown_on date not null,
  primary key (project_id, observation_id)
);
create index project_records_observation on project_records (observation_id);
create index project_records_user on project_records (project_id, user_id) include (species_id, is_confirmed, shown_on);
create index project_records_listed on project_records (project_id, listed_at desc, observation_id desc);

-- Records of a period.
create index observations_days on observations (observed_from, user_id) where deleted_at is null and not is_empty;
