import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFault } from '@veld/contract';
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
    'welkom123welkom',
    'princess1princess1',
    'Welkom2026!Welkom',
    'welkom1234567890',
    'monkey123456123456',
    'Wachtwoord#2026#Wachtwoord',
    'willkommen12345',
    'Passwort!Passwort1',
    'prinzessin2024',
    'bienvenido2026!!',
    'contraseña1234',
    'princesa1princesa1',
    'motdepasse2026',
    'bonjour123bonjour',
    'chouchou123456',
    'benvenuto12345',
    'principessa99!',
    'ciao123ciao123ciao',
    'bemvindo2026!!!',
    'palavrapasse1',
    'coração amor 12',
    'hasło123hasło',
    'witaj123witaj',
    'słoneczko12345',
    'wagwoord12345!',
    'welkom-springboks',
    'skoenlapper1234',
    'sunshine&dragon',
    'P@ssw0rd1P@ssw0rd1',
    'pr1nc3ss2026!!',
  ])('include %s', (password) => expect(isCommon(password)).toBe(true));

  it.each([
    'heron over the quiet fen',
    'tGk!93mzQp#w',
    'correct staple battery tram',
    'wulp vliegt laag 1947',
    'ptaki nad łąką o świcie',
    'password for my very own heath',
    'ik zag drie ijsvogels',
    'welkom in mijn moerastuin',
    'prinses op de erwt en de vos',
    'dragon sunshine princess',
    'dragon#93$71&48!62',
    'tGk!93mzQp#wXr5vtGk!93mzQp#wXr5v',
  ])('do not include %s', (password) => expect(isCommon(password)).toBe(false));
});

/** Everyday words of each language of the app, some of them listed; three or four of them make a good password. */
const WORDS = {
  en: 'summer kettle angel harbour dragon pebble silver window monkey thistle',
  nl: 'welkom fietspad zomer lantaarn vlinder kruiwagen prinses drempel liefde polder',
  de: 'sommer regenschirm schatz fensterbank engel dachrinne freund kiesweg blume laterne',
  es: 'verano sandalia amor ventana princesa cuchara mariposa tejado amigo farola',
  fr: 'soleil parapluie amour fenêtre princesse cuillère papillon toiture bonjour sentier',
  it: 'sole ombrello amore finestra principessa cucchiaio farfalla tettoia estate lampione',
  pt: 'verão guarda-chuva amor janela princesa colher borboleta telhado amigo candeeiro',
  pl: 'słońce parasol miłość okno księżniczka łyżka motyl dachówka witaj latarnia',
  af: 'somer sambreel liefde venster prinses teelepel skoenlapper dakgeut welkom lantern',
};

describe('good passwords', () => {
  const phrases = Object.values(WORDS).flatMap((line) => {
    const words = line.split(' ');
    return words.flatMap((word, at) => {
      const next = (step: number) => words[(at + step) % words.length]!;
      return [`${word} ${next(1)} ${next(3)}`, `${next(2)}-${word}-${next(4)}-${next(5)}`, `${word}${next(3)}${next(6)}7`];
    });
  });
  const random = Array.from({ length: 40 }, (_, at) => createHash('sha256').update(`password ${at}`).digest('base64url').slice(0, 12));

  it('are never refused: more than 200 in nine languages, of a few different words or of random characters', () => {
    expect(phrases.length + random.length).toBeGreaterThan(200);
    expect([...phrases, ...random].filter((one) => isCommon(one) || passwordFault(one, {}) !== null)).toEqual([]);
  });

  it('are checked in little time even for the longest text of short words', () => {
    const start = performance.now();
    for (const text of ['sol'.repeat(85), 'solx'.repeat(64), `${'welkom'.repeat(42)}z`, 'a1'.repeat(128)]) isCommon(text);
    expect(performance.now() - start).toBeLessThan(500);
  });
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
