import type pg from 'pg';

/** How many of each. */
export const MANY = { records: 100_000, people: 2_500, taxa: 20_000 };
const MEMBER = {
  roles: "'{user}'",
  country_code: "'NL'",
  preferences: `case when number % 50 = 0 then '{"community_opt_in": true}'::jsonb else '{}' end`,
};

/**
 * Multiplies what a database has to 100,000 records with photos and histories of 2,500 people, 50 of whom are in the community, and
 * 20,000 more taxa. Existing rows are the patterns, so that a new column needs nothing here, and they stay as they are. `client`
 * belongs to the owner of the database.
 */
export async function insertManyRows(client: pg.Client, { records, people, taxa } = MANY): Promise<void> {
  // Each foreign key is looked up for each row otherwise, in a third of the time of the whole. Only a superuser can do without.
  await client.query(
    "select set_config('session_replication_role', 'replica', false) from pg_roles where rolname = current_user and rolsuper",
  );
  const copy = (table: string, change: Record<string, string>, from: string) => copyRows(client, table, change, from);
  const number = (count: number) => `generate_series(1, ${count}) number`;
  const user = uuidOf(`'user ' || number % ${people}`);
  const email = "number || '@example.com'";
  await copy(
    'users',
    { id: user, name: "'Person ' || number", email, email_key: email, name_keys: "array['person' || number]", ...MEMBER },
    `(select * from users order by created_at limit 1) one, ${number(people)}`,
  );
  await copy(
    'sessions',
    { id: uuidOf("'session ' || number"), user_id: user, token_hash: "'token ' || number", revoke_hash: "'key ' || number" },
    `(select * from sessions limit 1) one, ${number(people)}`,
  );
  await copy('owner_counters', { user_id: user, seq: String(records) }, `(select * from owner_counters limit 1) one, ${number(people)}`);
  const taxon = '1000000 + number';
  const taxonRow = { source: "'copies'", source_id: 'number::text', scientific_name: "'Copia ' || number", arrival: taxon };
  await copy('taxa', { id: taxon, ...taxonRow }, `(select * from taxa where rank = 'species' limit 1) one, ${number(taxa)}`);
  await copy(
    'taxon_names',
    { taxon_id: taxon, name: "one.name || ' ' || number" },
    `(select * from taxon_names where taxon_id = (select taxon_id from taxon_names where is_preferred limit 1) and is_preferred) one,
      ${number(taxa)}`,
  );
  const country = "case when number % 100 = 0 then 'NL' else 'XX' end";
  await copy(
    'taxon_countries',
    { taxon_id: taxon, country_code: country },
    `(select * from taxon_countries where country_code = 'NL' limit 1) one, ${number(taxa)}`,
  );

  // Each copy of a record has the photos and versions of its pattern. Everybody has copies of all of them, whatever the order of their
  // random ids.
  await client.query(`
    create temporary table pattern as
    select number, (array(select id from observations order by id))[1 + (number + number / ${people}) % (select count(*) from observations)] as id,
      ${uuidOf("'record ' || number")} as copy, ${uuidOf("'photo ' || number")} as photo
    from ${number(records)}
  `);
  await copy(
    'observations',
    {
      id: 'copy',
      user_id: user,
      owner_seq: 'number',
      taxon_id: `case when number % 3 = 0 then one.taxon_id else 1000001 + (number + number / ${people}) % ${taxa} end`,
      listed_at: "one.listed_at - interval '1 day' - number * interval '1 minute'",
      created_at: "one.created_at - interval '1 day' - number * interval '1 minute'",
    },
    'pattern join observations one using (id)',
  );
  await copy(
    'observation_writes',
    { observation_id: 'copy', write_id: uuidOf("'write ' || number") },
    'pattern join observation_writes one on one.observation_id = pattern.id',
  );
  await copy(
    'observation_media',
    { observation_id: 'copy', media_id: 'photo', sha256: "md5('photo ' || number)" },
    'pattern join observation_media one on one.observation_id = pattern.id and one.position = 0',
  );
  await copy(
    'media',
    { id: 'photo', photo_id: 'photo', user_id: user, sha256: "md5('photo ' || number)", state: "'ready'" },
    `pattern join observation_media om on om.observation_id = pattern.id and om.position = 0, (select * from media limit 1) one`,
  );
  await client.query('drop table pattern');
  await client.query('reset session_replication_role');
  await client.query('analyze');
}

/** A version 4 UUID derived from an SQL text. */
function uuidOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`;
}

/** Inserts a copy of each row of `from`, which names the pattern's columns; `change` gives other values to some of them. */
async function copyRows(client: pg.Client, table: string, change: Record<string, string>, from: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  );
  const columns = rows.map((row) => row.name);
  const values = columns.map((column) => change[column] ?? `one.${column}`);
  await client.query(`insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${from}`);
}
