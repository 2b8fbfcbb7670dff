-- Among the places of a person; null for those they have not put in order.
alter table saved_places add column list_position double precision;
