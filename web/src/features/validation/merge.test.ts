import type { RecordValidation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import type { ValidationChange } from '../../local/changes/validation';
import { withChanges } from './merge';

const ME = { id: '11111111-1111-4111-8111-111111111111', name: 'bram' };
const [A, B] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];
const sent: RecordValidation = { state: 'unverified', is_reopened: true, decisions: [], questions: [], basis: 'b' };
const question: RecordValidation['questions'][number] = {
  id: A,
  user: ME,
  question: 'count',
  text: '',
  is_validators: true,
  created_at: null,
  answer: null,
};
const decision: ValidationChange = {
  kind: 'decision',
  id: B,
  at: 1,
  state: 'waiting',
  decision: { state: 'accepted', reason: 'Seen', basis: 'b' },
};

describe('what validators say, with the changes of this device', () => {
  it('has the own decision at once, and once when the server has it too', () => {
    const shown = withChanges(sent, [decision], ME);
    expect(shown).toMatchObject({ state: 'accepted', is_reopened: false, decisions: [{ id: B, user: ME, reason: 'Seen' }] });
    expect(withChanges({ ...shown, state: 'plausible' }, [decision], ME)).toMatchObject({ state: 'plausible', decisions: [{ id: B }] });
  });

  it('leaves out what the server refused', () => {
    expect(withChanges(sent, [{ ...decision, state: 'needs_attention' }], ME)).toEqual(sent);
  });

  it('is asked by the question of a validator alone, until it is answered or withdrawn', () => {
    const ask = (as_validator: boolean): ValidationChange => ({
      kind: 'question',
      id: A,
      at: 1,
      state: 'waiting',
      question: { question: 'count', text: '', as_validator },
    });
    expect(withChanges(sent, [ask(false)], ME).state).toBe('unverified');
    expect(withChanges(sent, [ask(true)], ME)).toMatchObject({ state: 'asked', questions: [{ id: A, answer: null }] });
    const asked: RecordValidation = { ...sent, state: 'asked', questions: [question] };
    const answer: ValidationChange = { kind: 'answer', id: A, at: 2, state: 'waiting', answer: { answer: 'yes', text: '' } };
    expect(withChanges(asked, [answer], ME)).toMatchObject({ state: 'unverified', questions: [{ answer: { answer: 'yes' } }] });
    expect(withChanges(asked, [{ kind: 'withdrawal', id: A, at: 2, state: 'waiting' }], ME)).toMatchObject({
      state: 'unverified',
      questions: [],
    });
  });
});
