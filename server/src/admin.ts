import { CountryCode, TaxonGroup } from '@veld/contract';
import { Command } from 'commander';
import { isUserError, withDatabase } from './command.ts';
import { forgetFingerprints } from './db/fingerprints.ts';
import type { Db } from './db/open.ts';
import type { UserRow } from './db/rows.ts';
import { inTransaction } from './db/transaction.ts';
import { emailKey } from './features/accounts/addresses.ts';
import { grantAdmin, isLastAdmin, listAdmins, listUsersWithEmail, lockAdmins } from './features/accounts/roles.ts';
import { lockUser, setUser } from './features/accounts/store.ts';
import { grantScope, listScopes, revokeScope, type Scope } from './features/observations/scopes.ts';

/*
 * Manages the administrators and experts from the command line: `npm run admin -- grant <email>`. Works on the configured data, whether or not the
 * server is running, and takes effect at once.
 */

class UsageError extends Error {}

const program = new Command('admin').description('Manage the administrators and experts');
program
  .command('grant')
  .description('Make the account with this email address an administrator')
  .argument('<email>')
  .action((email: string) =>
    withDatabase('admin', async ({ db }) => {
      // Anybody can use an address that they have not confirmed.
      const user = await accountOf(db, email, {
        isMeant: ({ email_confirmed_at }) => email_confirmed_at !== null,
        otherwise: 'is not confirmed yet. Open the link in the mail first.',
      });
      await inTransaction(db, async (tx) => {
        await lockAdmins(tx);
        if (!(await grantAdmin(tx, user.id))) throw noAccount(email);
      });
      console.log(`${user.name} <${user.email}> is an administrator`);
    }),
  );
program
  .command('revoke')
  .description('Withdraw the role from an administrator; the last one keeps it')
  .argument('<email>')
  .action((email: string) =>
    withDatabase('admin', async ({ db }) => {
      const account = await accountOf(db, email, {
        isMeant: ({ roles }) => roles.includes('admin'),
        otherwise: 'is not an administrator.',
      });
      await inTransaction(db, async (tx) => {
        const admins = await lockAdmins(tx);
        const user = await lockUser(tx, account.id);
        if (!user) throw noAccount(email);
        if (isLastAdmin(admins, user))
          throw new UsageError(`${account.email} is the last administrator. Grant the role to somebody else first.`);
        await setUser(tx, account.id, { roles: user.roles.filter((role) => role !== 'admin') });
      });
      console.log(`${account.name} <${account.email}> is not an administrator`);
    }),
  );
program
  .command('list')
  .description('List the administrators')
  .action(() =>
    withDatabase('admin', async ({ db }) => {
      const admins = await listAdmins(db);
      for (const { name, email } of admins) console.log(`${name} <${email}>`);
      if (admins.length === 0) console.log('There is no administrator');
    }),
  );

interface ScopeOptions {
  group?: string;
  country?: string;
}

const expertCommand = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument('<email>')
    .option('--group <group>', `one of ${TaxonGroup.options.join(', ')}; all groups without it`)
    .option('--country <code>', 'two letters, such as NL; all countries without it');
expertCommand('grant-expert', 'Let the identifications of an account confirm records alone').action(
  (email: string, options: ScopeOptions) =>
    withDatabase('admin', async ({ db }) => {
      const scope = scopeOf(options);
      const user = await accountOf(db, email, {
        isMeant: ({ email_confirmed_at }) => email_confirmed_at !== null,
        otherwise: 'is not confirmed yet. Open the link in the mail first.',
      });
      await grantScope(db, user.id, scope);
      console.log(`${user.name} <${user.email}> is an expert for ${wordsOf(scope)}`);
    }),
);
expertCommand('revoke-expert', 'Withdraw what grant-expert has granted').action((email: string, options: ScopeOptions) =>
  withDatabase('admin', async ({ db }) => {
    const scope = scopeOf(options);
    const user = await accountOf(db, email, { isMeant: () => true, otherwise: '' });
    if (!(await revokeScope(db, user.id, scope))) throw new UsageError(`${user.email} is not an expert for ${wordsOf(scope)}`);
    console.log(`${user.name} <${user.email}> is no longer an expert for ${wordsOf(scope)}`);
  }),
);
program
  .command('experts')
  .description('List the experts')
  .action(() =>
    withDatabase('admin', async ({ db }) => {
      const scopes = await listScopes(db);
      for (const { name, email, ...scope } of scopes) console.log(`${name} <${email}> ${wordsOf(scope)}`);
      if (scopes.length === 0) console.log('There is no expert');
    }),
  );
program
  .command('accept-keys')
  .description('Let the next start use other keys, or another folder of photos, than this database was used with')
  .action(() =>
    withDatabase('admin', async ({ db }) => {
      await forgetFingerprints(db);
      console.log('The next start keeps the keys and the folder that it finds');
    }),
  );

await program.parseAsync().catch((error: Error) => {
  console.error(error instanceof UsageError || isUserError(error) ? `admin  ${error.message}` : error);
  process.exitCode = 1;
});

/** The account with an email address that meets a condition. */
async function accountOf(db: Db, email: string, condition: { isMeant: (user: UserRow) => boolean; otherwise: string }): Promise<UserRow> {
  const users = await listUsersWithEmail(db, emailKey(email));
  if (users.length === 0) throw noAccount(email);
  const user = users.find(condition.isMeant);
  if (!user) throw new UsageError(`${email} ${condition.otherwise}`);
  return user;
}

function scopeOf({ group, country }: ScopeOptions): Scope {
  if (group !== undefined && !TaxonGroup.safeParse(group).success) throw new UsageError(`There is no group ${group}`);
  if (country !== undefined && !CountryCode.safeParse(country).success) throw new UsageError(`${country} is not the code of a country`);
  return { taxon_group: group ?? null, country_code: country ?? null };
}

function wordsOf({ taxon_group, country_code }: Scope): string {
  return `${taxon_group ?? 'all groups'} in ${country_code ?? 'all countries'}`;
}

function noAccount(email: string): UsageError {
  return new UsageError(`There is no account with the email address ${email}`);
}
