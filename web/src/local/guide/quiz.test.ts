import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../db/database';
import { freshPerson } from '../testing/people';
import { answer, leaveRound, readQuiz, startRound } from './quiz';
import { INTERVALS } from './schedule';

const NOW = 1_700_000_000_000;
const question = (taxon_id: number) => ({ taxon_id, options: [1, 2, 3, 4], asks: 'vernacular' as const });
const round = (is_practice = false) => ({ mode: 'picture' as const, is_practice, questions: [question(1), question(2)] });

describe('the quiz of a person', () => {
  it('counts the first answer only, and remembers it for the next rounds', async () => {
    const database = openUserDatabase(freshPerson('anna').id);
    await startRound(database, round());
    await answer(database, 0, 3, NOW);
    await answer(database, 0, 1, NOW);
    await answer(database, 1, 2, NOW);
    const { round: now, picture, name } = await readQuiz(database);
    expect(now?.answers).toEqual([3, 2]);
    expect(picture).toEqual({ 1: { level: 0, due: NOW + INTERVALS[0]! }, 2: { level: 1, due: NOW + INTERVALS[1]! } });
    expect(name).toEqual({});
    await leaveRound(database);
    expect(await readQuiz(database)).toEqual({ round: null, picture, name });
  });

  it('remembers nothing of a practice and of pictures that could not be shown', async () => {
    const database = openUserDatabase(freshPerson('anna').id);
    await startRound(database, round(true));
    await answer(database, 0, 1, NOW);
    expect((await readQuiz(database)).picture).toEqual({});
    await startRound(database, round());
    await answer(database, 0, 'skipped', NOW);
    const { round: now, picture } = await readQuiz(database);
    expect(now?.answers).toEqual(['skipped', null]);
    expect(picture).toEqual({});
  });

  it('ignores an answer without a round, and another person’s round', async () => {
    const [database, other] = [openUserDatabase(freshPerson('anna').id), openUserDatabase(freshPerson('bram').id)];
    await startRound(database, round());
    await answer(other, 0, 1, NOW);
    expect(await readQuiz(other)).toEqual({ round: null, picture: {}, name: {} });
  });
});
