import { putAnswer, putDecision, putQuestion } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { device } from '../testing/app';
import { answerQuestion, askObserver, decide, decidedRecords, takeQuestionBack, validationChanges } from './validation';

const RECORD = '11111111-1111-4111-8111-111111111111';
const QUESTION = '22222222-2222-4222-8222-222222222222';

describe('what is decided, asked and answered', () => {
  it('waits for a connection, and only the last answer to a question is sent', async () => {
    const { database, sender, server } = device();
    server.answer(putAnswer, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    await answerQuestion(database, { recordId: RECORD, id: QUESTION }, { answer: 'no', text: '' });
    await answerQuestion(database, { recordId: RECORD, id: QUESTION }, { answer: 'text', text: 'Eleven' });
    expect(await validationChanges(database, RECORD, 0)).toMatchObject([{ kind: 'answer', id: QUESTION, answer: { text: 'Eleven' } }]);
    server.fault = () => null;
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ answer: 'text', text: 'Eleven' }]);
  });

  it('has one decision about a record, and knows which records were decided', async () => {
    const { database, sender, server } = device();
    server.answer(putDecision, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    await decide(database, RECORD, { state: 'plausible', reason: '', basis: 'b' });
    await decide(database, RECORD, { state: 'accepted', reason: '', basis: 'b' });
    expect([...(await decidedRecords(database, 0)).keys()]).toEqual([RECORD]);
    server.fault = () => null;
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([{ state: 'accepted' }]);
    expect([...(await decidedRecords(database, 0)).keys()]).toEqual([RECORD]);
    await decide(database, RECORD, { state: 'unverified', reason: '', basis: 'b' });
    expect((await decidedRecords(database, 0)).size).toBe(0);
  });

  it('counts the question of a validator as a decision, and takes it back with the same id', async () => {
    const { database, server } = device();
    server.answer(putQuestion, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    await askObserver(database, RECORD, { question: 'how', text: '', as_validator: false });
    expect((await decidedRecords(database, 0)).size).toBe(0);
    const id = await askObserver(database, RECORD, { question: 'count', text: '', as_validator: true });
    expect([...(await decidedRecords(database, 0)).keys()]).toEqual([RECORD]);
    await takeQuestionBack(database, RECORD, id);
    expect((await decidedRecords(database, 0)).size).toBe(0);
    expect(await validationChanges(database, RECORD, 0)).toContainEqual(expect.objectContaining({ kind: 'withdrawal', id }));
  });
});
