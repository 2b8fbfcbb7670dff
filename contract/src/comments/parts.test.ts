import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommentPart, mentionedIn, formatMention, parseCommentParts, formatSpeciesLink } from './parts.ts';

const ANNA = 'a0000000-0000-7000-8000-000000000001';
const BRAM = 'b0000000-0000-7000-8000-000000000002';

const text = (part: string): CommentPart => ({ kind: 'text', text: part });
const link = (address: string): CommentPart => ({ kind: 'link', address });

describe('the parts of a comment', () => {
  it.each<[string, string, CommentPart[]]>([
    ['plain text', 'a wren', [text('a wren')]],
    ['nothing', '', []],
    ['a mention', `Hi ${formatMention(ANNA)}!`, [text('Hi '), { kind: 'mention', id: ANNA }, text('!')]],
    ['a mention of no id', '@[anna]', [text('@[anna]')]],
    ['a species', 'or [[Regulus regulus]]?', [text('or '), { kind: 'species', name: 'Regulus regulus', id: null }, text('?')]],
    ['a chosen species', formatSpeciesLink('Regulus regulus', 7), [{ kind: 'species', name: 'Regulus regulus', id: 7 }]],
    ['an impossible id', '[[Regulus regulus|0]]', [text('[[Regulus regulus|0]]')]],
    ['an id that is too large', '[[Regulus|9999999999]]', [text('[[Regulus|9999999999]]')]],
    ['an empty species', '[[ ]]', [text('[[ ]]')]],
    ['an address in a sentence', 'See https://example.org/a?b=1.', [text('See '), link('https://example.org/a?b=1'), text('.')]],
    ['an address in brackets', '(http://example.org)', [text('('), link('http://example.org'), text(')')]],
    ['another kind of address', 'javascript:alert(1) ftp://a.example', [text('javascript:alert(1) ftp://a.example')]],
    ['an address with a name', 'https://bank.example@evil.example/', [text('https://bank.example@evil.example/')]],
    ['no host', 'https://', [text('https://')]],
    ['markup', '<b>bold</b> **bold**', [text('<b>bold</b> **bold**')]],
  ])('of %s', (_, written, expected) => {
    expect(parseCommentParts(written)).toEqual(expected);
  });

  it('names each mentioned person once', () => {
    expect(mentionedIn(`${formatMention(ANNA)} ${formatMention(BRAM)} ${formatMention(ANNA)}`)).toEqual([ANNA, BRAM]);
  });

  it('loses nothing of any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(formatMention(ANNA), '[[Regulus]]', '[[Regulus|7]]', 'https://example.org/x', '@[', '[[', ']]', '|', '.', ' ', '\n'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const written = pieces.join('');
        const back = parseCommentParts(written).map((part) => {
          if (part.kind === 'mention') return formatMention(part.id);
          if (part.kind === 'link') return part.address;
          return part.kind === 'species' ? formatSpeciesLink(part.name, part.id) : part.text;
        });
        expect(back.join('')).toBe(written);
      }),
    );
  });

  it('leads to websites by http and https only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl(), (before, address) => {
        const protocols = parseCommentParts(`${before} ${address}`).flatMap((part) =>
          part.kind === 'link' ? URL.parse(part.address)!.protocol : [],
        );
        expect(['http:', 'https:']).toEqual(expect.arrayContaining(protocols));
      }),
    );
  });
});
