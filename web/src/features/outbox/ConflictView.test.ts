import { describe, expect, it } from 'vitest';
import { diffExcerpt } from './ConflictView';

const notes = 'Along the dyke from the mill to the ferry, wind from the west, two dogs off the lead, water high in the ditches. '.repeat(4);

describe('the excerpts of two long texts', () => {
  it('start shortly before the first difference', () => {
    const excerpt = diffExcerpt(`${notes}Nest with four eggs.`, `${notes}Nest with five eggs.`)!;
    expect(excerpt.mine).toMatch(/^… .*Nest with four eggs\.$/);
    expect(excerpt.theirs).toMatch(/^… .*Nest with five eggs\.$/);
    expect(excerpt.mine.length).toBeLessThan(130);
  });

  it('start at the beginning when the texts differ there, and end at a word', () => {
    const excerpt = diffExcerpt(notes, 'Empty')!;
    expect(excerpt.theirs).toBe('Empty');
    expect(excerpt.mine).toMatch(/^Along the dyke .*\w …$/);
    expect(notes.startsWith(excerpt.mine.replace(/ …$/, ''))).toBe(true);
    expect(excerpt.mine.length).toBeLessThan(130);
  });

  it('show the end of the shorter text when the other continues', () => {
    const excerpt = diffExcerpt(notes, `${notes}And a stork.`)!;
    expect(excerpt.theirs).toContain('And a stork.');
    expect(excerpt.mine).not.toBe('… ');
  });

  it('are not made of short texts', () => {
    expect(diffExcerpt('four eggs', 'five eggs')).toBeNull();
  });

  it('never split a character', () => {
    const excerpt = diffExcerpt('🦉'.repeat(300), '🦆'.repeat(300))!;
    expect([...excerpt.mine].every((sign) => ['🦉', ' ', '…'].includes(sign))).toBe(true);
  });
});
