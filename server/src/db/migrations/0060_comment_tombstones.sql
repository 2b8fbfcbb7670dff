-- Comments that were deleted before they arrived, of which a person has a limited number.
create index comments_never_arrived on comments (user_id, deleted_at, id) where deleted_at is not null and write_id = id;
