import { confirmPassword } from '@veld/contract';
import { api } from '../../local/app/veld';

/** Checks the password of the logged-in person with the server; rejects if it is wrong. */
export async function checkPassword(password: string): Promise<void> {
  await api.call(confirmPassword, { body: { current_password: password } });
}
