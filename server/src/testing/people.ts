import { confirmPassword, register, type User } from '@veld/contract';
import type { TestServer } from './server.ts';

export interface Person {
  token: string;
  revokeKey: string;
  user: User;
}

export interface PersonOptions {
  isPro?: boolean;
  roles?: ('curator' | 'admin')[];
  country_code?: string;
  community_opt_in?: boolean;
}

export const PASSWORD = 'heron over the quiet fen';

/**
 * Registers a person through the real route as `<name>@example.org` with the password `PASSWORD`. The first account of a server
 * becomes admin, so on an empty server an extra account named "keeper" is registered first.
 */
export async function person(veld: TestServer, name: string, options: PersonOptions = {}): Promise<Person> {
  const existing = await veld.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!existing) await registerPerson(veld, 'keeper', {});
  const made = await registerPerson(veld, name, options);
  if (!options.isPro && !options.roles) return made;
  const roles = ['user', ...(options.roles ?? [])];
  await veld.db
    .updateTable('users')
    .set({ roles, is_pro: options.isPro ?? false })
    .where('id', '=', made.user.id)
    .execute();
  return { ...made, user: { ...made.user, roles: roles as User['roles'], is_pro: options.isPro ?? false } };
}

/** Confirms the password of a session, as before the account is deleted. Returns its token. */
export async function confirmed(veld: TestServer, token: string): Promise<string> {
  await veld.call(confirmPassword, { body: { current_password: PASSWORD } }, token);
  return token;
}

async function registerPerson(veld: TestServer, name: string, options: PersonOptions): Promise<Person> {
  const { body } = await veld.call(register, {
    body: {
      name,
      email: `${name}@example.org`,
      password: PASSWORD,
      ...(options.country_code ? { country_code: options.country_code } : {}),
      ...(options.community_opt_in === undefined ? {} : { community_opt_in: options.community_opt_in }),
      device_name: `${name}'s phone`,
    },
  });
  return { token: body.token, revokeKey: body.revoke_key, user: body.data };
}
