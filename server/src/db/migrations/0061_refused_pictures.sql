-- Pictures that were sent within a request (portraits, screenshots) and could not be decoded, by the SHA-256 of their bytes: `reason` is
-- null while only attempts are counted. Photos of records keep theirs in `media` (docs/pipelines/photos.md).
create table refused_pictures (
  sha256 bytea primary key,
  tries integer not null default 1,
  reason text,
  refused_at timestamptz not null default now()
);
create index on refused_pictures (refused_at);

-- Whether the picture could not be rendered. It is then no evidence of its record.
alter table observation_media add column is_failed boolean not null default false;
update observation_media om set is_failed = true
from observations o, media m
where o.id = om.observation_id and m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256 and m.state = 'failed';
