import { describe, expect, it } from 'vitest';
import { diffExcerpt } from './diff-excerpt';

const walk = 'Along the dyke from the mill to the ferry, wind from the west, two dogs off the lead, water high in the ditches. '.repeat(4);

describe('two long texts side by side', () => {
  it('are shown from shortly before they part, so that the difference is seen', () => {
    const folded = diffExcerpt(`${walk}Nest with four eggs.`, `${walk}Nest with five eggs.`)!;
    expect(folded.mine).toMatch(/^… .*Nest with four eggs\.$/);
    expect(folded.theirs).toMatch(/^… .*Nest with five eggs\.$/);
    expect(folded.mine.length).toBeLessThan(130);
  });

  it('begin at their beginning where they part there, and end at a word', () => {
    const folded = diffExcerpt(walk, 'Nothing')!;
    expect(folded.theirs).toBe('Nothing');
    expect(folded.mine).toMatch(/^Along the dyke .*\w …$/);
    expect(walk.startsWith(folded.mine.replace(/ …$/, ''))).toBe(true);
    expect(folded.mine.length).toBeLessThan(130);
  });

  it('show the end of the shorter one where the other goes on', () => {
    const folded = diffExcerpt(walk, `${walk}And a stork.`)!;
    expect(folded.theirs).toContain('And a stork.');
    expect(folded.mine).not.toBe('… ');
  });

  it('are whole where both are short', () => {
    expect(diffExcerpt('four eggs', 'five eggs')).toBeNull();
  });

  it('never end in half a sign', () => {
    const folded = diffExcerpt('🦉'.repeat(300), '🦆'.repeat(300))!;
    expect([...folded.mine].every((sign) => ['🦉', ' ', '…'].includes(sign))).toBe(true);
  });
});
