import { confirmPassword } from '@veld/contract';
import { api } from '../../local/app/veld';
import { newId } from '../../local/db/ids';

/** Confirms the password of the logged-in person on the server; rejects if it is wrong. Returns the id of the confirmation. */
export async function checkPassword(password: string): Promise<string> {
  const confirmation = newId();
  await api.call(confirmPassword, { body: { current_password: password, confirmation } });
  return confirmation;
}
