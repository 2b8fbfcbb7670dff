import { describe, expect, it } from 'vitest';
import { type DiffPart, diffTexts, shortened } from './diff';

const written = (parts: DiffPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`)).join('');
const only = (parts: DiffPart[], left: DiffPart['kind']) => parts.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');

describe('the differences between two texts', () => {
  it('are words within changed lines, and whole lines that were added or removed', () => {
    expect(written(diffTexts('A red fox\nruns.\n', 'A grey fox\nruns.\n'))).toBe('A [-red-]{+grey+} fox\nruns.\n');
    expect(written(diffTexts('one\nthree\n', 'one\ntwo\nthree\n'))).toBe('one\n{+two\n+}three\n');
    expect(written(diffTexts('one\ntwo\nthree', 'one\nthree'))).toBe('one\n[-two\n-]three');
  });

  it('are none for the same text, and everything for an empty one', () => {
    expect(diffTexts('same\n', 'same\n')).toEqual([{ kind: 'same', text: 'same\n' }]);
    expect(diffTexts('', 'new')).toEqual([{ kind: 'added', text: 'new' }]);
    expect(diffTexts('', '')).toEqual([]);
  });

  it('contain both texts whole', () => {
    const texts = ['', 'a b\nc', 'b c\n\na b\nc d\n', 'c\nc\nb a', 'x '.repeat(3000), 'y x '.repeat(3000), 'x\n'.repeat(3000)];
    for (const earlier of texts)
      for (const later of texts) {
        const parts = diffTexts(earlier, later);
        expect(only(parts, 'added')).toBe(earlier);
        expect(only(parts, 'removed')).toBe(later);
      }
  });
});

it('a long passage that is the same is shown without its middle, in whole words', () => {
  const words = Array.from({ length: 200 }, (_, at) => `lamp${at}`);
  const [start, end] = shortened(words.join(' ')).split('\n…\n');
  expect(start!.length + end!.length).toBeLessThan(410);
  expect([...start!.split(' '), ...end!.split(' ')].filter((word) => !words.includes(word))).toEqual([]);
  expect([start!.split(' ')[0], end!.split(' ').at(-1)]).toEqual(['lamp0', 'lamp199']);
  expect(shortened('x'.repeat(600))).toBe('x'.repeat(600));
});
