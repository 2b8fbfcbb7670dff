import { describe, expect, it, vi } from 'vitest';
import { flushAll } from '../db/storage-notices';
import { FakeClock } from '../testing/fake-clock';
import { freshDatabase } from '../testing/people';
import { autosaveArticle } from './article-autosave';
import { type ArticleDraft, articleDraft } from './articles';

const draft = (text: string): ArticleDraft => ({ title: 'Moths', summary: '', text, base: null, sent_as: null, slug: '', group: 'start' });

function setUp() {
  const database = freshDatabase();
  const clock = new FakeClock();
  const onStored = vi.fn<() => void>();
  const onError = vi.fn<() => void>();
  const autosave = autosaveArticle(database, { slug: 'moths', language: 'en', onStored, onError, clock });
  const stored = async () => (await articleDraft('moths', 'en').read(database))?.text ?? null;
  return { database, clock, autosave, stored, onStored, onError };
}

describe('the draft of an article', () => {
  it('is stored shortly after typing, when the form is left, and before a reload', async () => {
    const { clock, autosave, stored, onStored } = setUp();
    autosave.change(draft('a'));
    expect([autosave.isStored(), await stored()]).toEqual([false, null]);
    await clock.advance(400);
    await vi.waitFor(() => expect(autosave.isStored()).toBe(true));
    expect([await stored(), onStored.mock.calls.length]).toEqual(['a', 1]);
    autosave.change(draft('ab'));
    await flushAll();
    expect(await stored()).toBe('ab');
    autosave.change(draft('abc'));
    await autosave.stop();
    expect(await stored()).toBe('abc');
  });

  it('has what was typed while it was being written', async () => {
    const { clock, autosave, stored } = setUp();
    autosave.change(draft('a'));
    const writing = autosave.flush();
    autosave.change(draft('ab'));
    expect(await writing).toBe(false);
    await clock.advance(400);
    await vi.waitFor(() => expect(autosave.isStored()).toBe(true));
    expect(await stored()).toBe('ab');
  });

  it('stays pending if it cannot be written, until it can', async () => {
    const { database, autosave, stored, onError } = setUp();
    const write = vi.spyOn(database, 'write').mockRejectedValueOnce(new Error('full'));
    autosave.change(draft('a'));
    expect(await autosave.flush()).toBe(false);
    expect([autosave.isStored(), onError.mock.calls.length]).toEqual([false, 1]);
    expect(await autosave.flush()).toBe(true);
    expect([await stored(), write.mock.calls.length]).toEqual(['a', 2]);
  });

  it('is gone once it is discarded, with what was pending', async () => {
    const { autosave, stored } = setUp();
    autosave.change(draft('a'));
    await autosave.flush();
    autosave.change(draft('ab'));
    await autosave.discard();
    await autosave.stop();
    expect(await stored()).toBeNull();
  });
});
