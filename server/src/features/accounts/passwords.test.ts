import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, isCommon, isPassword } from './passwords.ts';

const list = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

describe('common passwords (decision 0020)', () => {
  it('include at least a thousand with 12 or more characters, in lower case and without duplicates', () => {
    expect(list.filter((line) => line.length >= 12).length).toBeGreaterThanOrEqual(1000);
    expect(list.filter((line) => line !== line.toLowerCase() || line !== line.trim())).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
    expect(list.filter((line) => !isCommon(line) && line.length >= 12)).toEqual([]);
  });

  it.each([
    'password1234',
    'PassWord1234',
    'PASSWORDPASSWORD',
    'abcabcabcabc',
    'aaaaaaaaaaaaaa',
    '123456789012',
    '210987654321',
    'qwertyuiopasdfgh',
    'Summer2026!!',
    '!!sunshine!!',
    '123dragon123',
    'P@ssw0rd2026',
    'qwertyqwertyqw',
    'liverpool#1234',
    'password-password',
    'sunshine sunshine sunshine',
  ])('include %s', (password) => expect(isCommon(password)).toBe(true));

  it.each([
    'heron over the quiet fen',
    'tGk!93mzQp#w',
    'correct staple battery tram',
    'wulp vliegt laag 1947',
    'ptaki nad łąką o świcie',
    'password for my very own heath',
    'ik zag drie ijsvogels',
  ])('do not include %s', (password) => expect(isCommon(password)).toBe(false));
});

describe('passwords', () => {
  beforeEach(() => void vi.stubEnv('VELD_TEST_FULL_PASSWORD_COST', '1'));
  afterEach(() => void vi.unstubAllEnvs());

  it('are stored as an Argon2id hash that matches only exactly the same password', async () => {
    const stored = await hashPassword('  Heron ünder fen ');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(stored, '  Heron ünder fen ')).toBe(true);
    expect(await isPassword(stored, 'Heron ünder fen')).toBe(false);
    expect(await isPassword(null, '  Heron ünder fen ')).toBe(false);
  });
});
