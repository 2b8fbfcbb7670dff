-- works from 0001
-- The stored versions of a record in the order of its history.
create index observation_writes_history on observation_writes (observation_id, version desc) where body is not null;
