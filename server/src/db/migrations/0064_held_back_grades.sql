-- Agreement by accounts that are new does not confirm what is unusual; such records are graded again every day.
alter table observations add column is_held_back boolean not null default false;
create index observations_held_back on observations (id) where is_held_back and deleted_at is null;
-- Whether a person has a record that was confirmed.
create index observations_confirmed on observations (user_id) where quality = 'confirmed' and deleted_at is null;
