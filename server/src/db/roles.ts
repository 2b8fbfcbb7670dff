import pg from 'pg';

/**
 * The role of the server's connections to the embedded database. It reads and writes rows, and can neither change the schema nor
 * anything outside it. The owner, `veld`, migrates.
 */
export const SERVER_ROLE = 'veld_server';

/** The key of the advisory lock that makes concurrent grants run one after another; the number is arbitrary. */
const LOCK = 7_238_403;

/** Creates the role if the cluster does not have it, without any privilege. `client` is connected as a superuser. */
export async function createServerRole(client: pg.Client, password?: string): Promise<void> {
  const login = `login nosuperuser nocreatedb nocreaterole${password ? ` password ${client.escapeLiteral(password)}` : ''}`;
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE]);
  if (rowCount) return;
  await client.query(`create role ${SERVER_ROLE} ${login}`).catch((error: { code?: string }) => {
    // Another process created it at the same time: duplicate_object, or unique_violation.
    if (error.code !== '42710' && error.code !== '23505') throw error;
  });
}

/** Grants the role what the server needs on every table that exists. Repeated at each start, because migrations add tables. */
export async function grantToServer(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'veld migrations' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`
      grant usage on schema public, jobs to ${SERVER_ROLE};
      grant select, insert, update, delete on all tables in schema public, jobs to ${SERVER_ROLE};
      grant usage, select on all sequences in schema public, jobs to ${SERVER_ROLE};
      revoke insert, update, delete on schema_migrations from ${SERVER_ROLE};
      -- To analyze the rows of an import; without that, queries over them may take hours.
      grant maintain on taxonomy_import_taxa, taxonomy_import_names, taxonomy_import_countries, taxonomy_import_statuses to ${SERVER_ROLE};
    `);
  } finally {
    await client.end().catch(() => undefined);
  }
}
