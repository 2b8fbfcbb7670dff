import { describe, expect, it } from 'vitest';
import { innerAddress } from './inner-address';

describe('where a login leads', () => {
  it.each([
    ['/feed?country=NL#top', '/feed?country=NL#top'],
    [null, '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/%2f%2fevil', '/%2f%2fevil'],
  ])('%s leads to %s, never to another site', (next, expected) => {
    expect(innerAddress(next)).toBe(expected);
  });
});
