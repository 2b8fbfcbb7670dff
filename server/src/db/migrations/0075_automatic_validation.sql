-- When the server accepts records by itself, and how far it has looked. One row.
create table validation_automatic (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null default false,
  share double precision not null default 0.2,
  observer_records integer not null default 20,
  -- the position in the list by arrival of the last record that was looked at; null before the first
  listed_at timestamptz,
  record_id uuid
);
insert into validation_automatic default values;
create index validations_automatic on validations (seq) where is_automatic;
