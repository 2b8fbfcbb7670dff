import { describe, expect, it } from 'vitest';
import { batched } from './batch';

describe('batched questions', () => {
  it('become one request, in which each id is once, and null for what is not found', async () => {
    const asked: string[][] = [];
    const ask = batched((ids) => {
      asked.push(ids);
      return Promise.resolve(ids.filter((id) => id !== 'gone').map((id) => ({ id, of: id.toUpperCase() })));
    }, 10);
    expect(await Promise.all(['a', 'b', 'a', 'gone'].map(ask))).toEqual([
      { id: 'a', of: 'A' },
      { id: 'b', of: 'B' },
      { id: 'a', of: 'A' },
      null,
    ]);
    expect(asked).toEqual([['a', 'b', 'gone']]);
    await ask('a');
    expect(asked).toHaveLength(2);
  });

  it('become several requests if there are many, of which one can fail', async () => {
    const ask = batched(
      (ids) => (ids.includes('c') ? Promise.reject(new Error('no answer')) : Promise.resolve(ids.map((id) => ({ id })))),
      2,
    );
    const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map(ask));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });
});
