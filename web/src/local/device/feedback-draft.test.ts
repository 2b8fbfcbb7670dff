// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { feedbackDraftKey, hasFeedbackDraft, readFeedbackDraft, storeFeedbackDraft } from './feedback-draft';

const EMPTY = { kind: 'problem', text: '', may_contact: true };

describe('the draft of a message', () => {
  it('is that of the person, until its text is empty', () => {
    const draft = { kind: 'idea', text: 'More owls', may_contact: false } as const;
    storeFeedbackDraft('anna', draft);
    expect([readFeedbackDraft('anna'), hasFeedbackDraft('anna')]).toEqual([draft, true]);
    expect([readFeedbackDraft('bram'), hasFeedbackDraft('bram')]).toEqual([EMPTY, false]);
    storeFeedbackDraft('anna', { ...draft, text: '' });
    expect([localStorage.getItem(feedbackDraftKey('anna')), hasFeedbackDraft('anna')]).toEqual([null, false]);
  });

  it.each([
    ['{"kind":"song","text":"More owls","may_contact":"no"}', { ...EMPTY, text: 'More owls' }],
    ['{"text":5}', EMPTY],
    ['[]', EMPTY],
    ['null', EMPTY],
    ['{"te', EMPTY],
  ])('that was stored as %s has the valid parts', (stored, draft) => {
    localStorage.setItem(feedbackDraftKey('anna'), stored);
    expect(readFeedbackDraft('anna')).toEqual(draft);
  });

  it('is empty and not stored where storage is blocked', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
    storeFeedbackDraft('anna', { kind: 'idea', text: 'More owls', may_contact: true });
    expect([readFeedbackDraft('anna'), hasFeedbackDraft('anna')]).toEqual([EMPTY, false]);
  });
});
