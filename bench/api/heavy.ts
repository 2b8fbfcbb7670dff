import type pg from 'pg';

const PHOTOS = 20;
const SAVES = 30;

/**
 * Makes all records of a filled database as large as the contract allows: 10,000 characters of notes, 8 kB of attributes, photos
 * with captions, and a long history. All photos have the same bytes, as test data often does.
 */
export async function fillOut(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update observations o set
      notes = (select left(string_agg(md5(o.id::text || part), ' '), 10000) from generate_series(1, 320) part),
      attributes = (
        select jsonb_object_agg('field_' || field, (select string_agg(md5(o.id::text || field || part), '') from generate_series(1, 5) part))
        from generate_series(1, 45) field
      )
  `);
  await pool.query('delete from observation_media');
  await pool.query(
    `
    insert into observation_media (observation_id, media_id, sha256, type, width, height, caption, position)
    select o.id, gen_random_uuid(), repeat('ab', 32), 'image/jpeg', 4000, 3000, repeat('Wing from below. ', 25), position
    from observations o, generate_series(0, ${PHOTOS - 1}) position`,
  );
  await pool.query(`
    insert into media (id, photo_id, user_id, sha256, type, width, height, byte_length, thumbhash, state)
    select om.media_id, om.media_id, o.user_id, om.sha256, om.type, om.width, om.height, 2500000, repeat('YWJj', 8), 'ready'
    from observation_media om join observations o on o.id = om.observation_id
  `);
  await pool.query(`
    insert into observation_writes (observation_id, write_id, version, body)
    select o.id, gen_random_uuid(), save, jsonb_build_object('notes', md5(o.id::text || save))
    from observations o, generate_series(2, ${SAVES}) save
  `);
}
