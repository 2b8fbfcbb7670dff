import { expect, it } from 'vitest';
import { Password } from './accounts.ts';

it.each([
  ['x'.repeat(11), 'password_short'],
  ['x'.repeat(12), undefined],
  [' heron fen  ', undefined],
  ['x'.repeat(256), undefined],
  ['x'.repeat(257), 'password_long'],
  ['heron over the fen \ud800', 'text'],
])('a password has 12 to 256 characters of valid text, spaces included: "%s"', (password, message) => {
  expect(Password.safeParse(password).error?.issues[0]?.message).toBe(message);
});
