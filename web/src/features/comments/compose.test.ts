import { formatMention } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { makeComposed, NOTHING, storedText, typedName, withMention, withSpecies } from './CommentForm';

const ANN = { id: 'a0000000-0000-7000-8000-000000000001', name: 'Ann' };
const ANN_LEE = { id: 'b0000000-0000-7000-8000-000000000002', name: 'Ann Lee' };

describe('a comment while it is written', () => {
  it('shows names where the stored text has ids, and finds them again', () => {
    const stored = `${formatMention(ANN.id)} saw [[Parus major|7]] and [[Parus]] with ${formatMention(ANN_LEE.id)}, https://example.org`;
    const composed = makeComposed(stored, [ANN, ANN_LEE]);
    expect(composed.text).toBe('@Ann saw [[Parus major]] and [[Parus]] with @Ann Lee, https://example.org');
    expect(storedText(composed)).toBe(stored);
  });

  it('keeps the ids of people without a name and of two species of one name', () => {
    const stored = `${formatMention(ANN.id)} [[Ficus|1]] [[Ficus|2]]`;
    const composed = makeComposed(stored, [{ ...ANN, name: '' }]);
    expect(composed.text).toBe(`${formatMention(ANN.id)} [[Ficus]] [[Ficus|2]]`);
    expect(storedText(composed)).toBe(stored);
  });

  it('mentions nobody by a part of a word, or by a name that was not chosen', () => {
    expect(storedText({ ...NOTHING, text: '@Anna and @Bob', people: [ANN] })).toBe('@Anna and @Bob');
    expect(storedText({ ...NOTHING, text: '@Ann, @Ann Lee!', people: [ANN, ANN_LEE] })).toBe(
      `${formatMention(ANN.id)}, ${formatMention(ANN_LEE.id)}!`,
    );
  });

  it('takes a name as it is, also if it looks like a pattern', () => {
    const odd = { ...ANN, name: 'A.n (n)' };
    expect(storedText({ ...NOTHING, text: '@A.n (n) @Axn (n)', people: [odd] })).toBe(`${formatMention(ANN.id)} @Axn (n)`);
  });

  it.each<[string, string | null]>([
    ['@an', 'an'],
    ['hi @Ann L', 'Ann L'],
    ['anna@example', null],
    ['@', null],
    ['@ an', null],
    [`${formatMention(ANN.id)} x`, null],
  ])('after “%s” looks for %s', (text, expected) => {
    expect(typedName(text, text.length)).toBe(expected);
  });

  it('gets the chosen person and species where the cursor is', () => {
    const mentioned = withMention({ ...NOTHING, text: 'Hi @an you' }, 6, ANN);
    expect([mentioned.composed.text, mentioned.cursor]).toEqual(['Hi @Ann  you', 8]);
    expect(storedText(mentioned.composed)).toBe(`Hi ${formatMention(ANN.id)}  you`);
    const linked = withSpecies({ ...NOTHING, text: 'maybe' }, 5, { name: 'Parus major', id: 7 });
    expect([linked.composed.text, linked.cursor]).toEqual(['maybe [[Parus major]] ', 22]);
    expect(storedText(linked.composed)).toBe('maybe [[Parus major|7]] ');
  });
});
