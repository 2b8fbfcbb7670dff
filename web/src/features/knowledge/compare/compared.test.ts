import { describe, expect, it } from 'vitest';
import { comparedIn } from './Compare';

describe('the species of a comparison', () => {
  it('are the different ids in the address, at most three', () => {
    expect(comparedIn('17,18')).toEqual([17, 18]);
    expect(comparedIn('17,17,18,19,20')).toEqual([17, 18, 19]);
    expect(comparedIn('17,x,-3,0,1.5,99999999999')).toEqual([17]);
    expect(comparedIn('none')).toEqual([]);
    expect(comparedIn(null)).toBeNull();
  });
});
