-- Articles that curators created, and how they placed or hid those that came with Veld.
create table articles (
  slug text primary key,
  article_group text not null check (article_group in ('start', 'photos', 'recording')),
  list_order integer not null,
  is_hidden boolean not null default false
);

-- The texts that curators wrote, one row for each time they saved one. The newest of a language is shown.
create table article_revisions (
  id uuid primary key,
  slug text not null,
  language text not null,
  number integer not null check (number > 0),
  title text not null,
  summary text not null,
  text text not null,
  restored integer,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  unique (slug, language, number)
);
