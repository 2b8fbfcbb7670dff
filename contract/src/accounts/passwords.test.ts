import { describe, expect, it } from 'vitest';
import { passwordFault } from './passwords.ts';

const anna = { name: 'Anna de Wit-Jansen', email: 'awj.birds@example.org' };

describe('a password', () => {
  it.each([
    ['Anna de Wit-Jansen 1', 'password_personal'],
    ['ANNADEWITJANSEN!!', 'password_personal'],
    ['the jansens of the fen', 'password_personal'],
    ['awj.birds in the reed', 'password_personal'],
    ['awjbirds-awjbirds', 'password_personal'],
    ['my birds are singing', 'password_personal'],
    ['awj.birds@example.org', 'password_personal'],
    ['tern-tern-tern-tern', 'password_common'],
    ['a a a a a a b b b b', 'password_common'],
    ['123 123 123 123 123', 'password_common'],
    ['welkom123welkom', 'password_common'],
    ['princess1princess1', 'password_common'],
    ['Zonnebloem-zonnebloem!', 'password_common'],
    ['schmetterl1schmetterl2', 'password_common'],
    ['słoneczko7słoneczko7', 'password_common'],
    ['tGk!93mzQp#wXr5vtGk!93mzQp#wXr5v', null],
    ['tuk tuk said the tuk tuk', null],
    ['ta7391648205ta', null],
    ['heron over the quiet fen', null],
    ['de anna in the reeds', null],
    ['tGk!93mzQp#w', null],
  ])('%s: %s', (password, fault) => expect(passwordFault(password, anna)).toBe(fault));

  it('is compared without marks, in any script', () => {
    expect(passwordFault('lucja nad jeziorem', { name: 'Łucja' })).toBe(null);
    expect(passwordFault('ŁUCJA nad jeziorem', { name: 'Łucja' })).toBe('password_personal');
    expect(passwordFault('jose9 volando alto', { name: 'José9' })).toBe('password_personal');
    expect(passwordFault('птица василий летит', { name: 'Василий' })).toBe('password_personal');
  });

  it('may contain short names, which occur by chance', () => {
    expect(passwordFault('a guardian of the fen', { name: 'Ian', email: 'ed@example.org' })).toBeNull();
    expect(passwordFault('heron over the quiet fen', {})).toBeNull();
  });
});
