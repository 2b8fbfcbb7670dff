// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { commentDraftKey, readCommentDraft, storeCommentDraft } from './comment-draft';

const NOTHING = { text: '', people: [], species: [] };
const draft = { text: 'Hi @bram', people: [{ id: 'b', name: 'bram' }], species: [] };

describe('the draft of a comment', () => {
  it('is kept for each person and record, and removed when it is empty', () => {
    const key = commentDraftKey('anna', 'one');
    storeCommentDraft(key, draft);
    expect(readCommentDraft(key)).toEqual(draft);
    expect(readCommentDraft(commentDraftKey('anna', 'two'))).toEqual(NOTHING);
    expect(readCommentDraft(commentDraftKey('bram', 'one'))).toEqual(NOTHING);
    storeCommentDraft(key, NOTHING);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each(['', '{', '7', '{"text":1}', '{"text":"x","people":[{}],"species":[]}'])('is empty if what is stored is %s', (stored) => {
    localStorage.setItem('key', stored);
    expect(readCommentDraft('key')).toEqual(NOTHING);
  });
});
