alter table saved_places add column is_private_zone boolean;
