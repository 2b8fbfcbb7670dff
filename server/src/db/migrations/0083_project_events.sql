-- A project may begin and end at a time of day, HH:MM in its time zone; null for the beginning of its first day and the end of its last.
alter table projects
  add column start_time text check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column end_time text check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- What a record needs in order to count, apart from a photo: fields, and the accuracy of its place in metres at most.
alter table projects
  add column required_fields text[] not null default '{}',
  add column max_uncertainty_m integer check (max_uncertainty_m > 0);

-- What those who take part want to reach.
alter table projects add column goals jsonb not null default '[]';
-- For which goals about a taxon or a group the record counts: bit n for the n-th.
alter table project_records add column goals smallint not null default 0;

-- What the organisers of a project tell those who take part, in Markdown.
create table project_news (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  text text not null,
  -- whether the participants are notified
  notifies boolean not null,
  -- to the millisecond, which cursors have
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz,
  -- when they were notified
  announced_at timestamptz
);
create index project_news_project on project_news (project_id, created_at desc, id desc);
create index project_news_user on project_news (user_id);
create index project_news_due on project_news (created_at) where notifies and announced_at is null and removed_at is null;

-- Who owns a project: at most one of its organisers. Projects of before have one if they have one organiser.
alter table project_organisers add column is_owner boolean not null default false;
update project_organisers o set is_owner = true
where (select count(*) from project_organisers g where g.project_id = o.project_id) = 1;
create unique index project_organisers_owner on project_organisers (project_id) where is_owner;

-- Whom the organisers removed: they join again only if they are invited.
create table project_removals (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_removals_user on project_removals (user_id);

-- What the organisers of a project did, for them to read.
create table project_log (
  seq bigint generated always as identity primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- who did it
  user_id uuid not null references users (id) on delete cascade,
  action text not null check (action in (
    'created', 'changed', 'cancelled', 'uncancelled', 'link_renewed', 'removed', 'readmitted', 'appointed', 'dismissed', 'handed_over'
  )),
  -- whom it is about
  other_id uuid references users (id) on delete cascade,
  at timestamptz not null default now()
);
create index project_log_project on project_log (project_id, seq desc);
create index project_log_user on project_log (user_id);
create index project_log_other on project_log (other_id);

-- The projects that an umbrella project gathers.
create table project_parts (
  umbrella_id uuid not null references projects (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  primary key (umbrella_id, project_id),
  check (umbrella_id <> project_id)
);
create index project_parts_project on project_parts (project_id);
