import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, inOrder, INTERVALS, reviewed } from './schedule';

const NOW = 1_700_000_000_000;
const card = fc.record({ level: fc.nat(INTERVALS.length - 1), due: fc.integer({ min: NOW - 1e10, max: NOW + 1e10 }) });
const known = fc.option(card, { nil: undefined });

describe('spaced repetition', () => {
  it('asks again after a wrong answer at the shortest interval, whatever was before', () => {
    fc.assert(
      fc.property(known, (before) => {
        expect(reviewed(before, false, NOW)).toEqual({ level: 0, due: NOW + INTERVALS[0]! });
      }),
    );
  });

  it('never asks sooner after a right answer than after a wrong one, nor later than the longest interval', () => {
    fc.assert(
      fc.property(known, (before) => {
        const { level, due } = reviewed(before, true, NOW);
        expect(due).toBeGreaterThan(NOW);
        if (!before || before.due <= NOW) expect(due - NOW).toBe(INTERVALS[level]);
        expect(level).toBeGreaterThanOrEqual(before?.level ?? 1);
        expect(level).toBeLessThan(INTERVALS.length);
      }),
    );
  });

  it('waits longer with each right answer that was due', () => {
    let one: Card | undefined;
    const waits: number[] = [];
    for (let now = NOW, answers = 0; answers < INTERVALS.length; answers++) {
      one = reviewed(one, true, now);
      waits.push(one.due - now);
      now = one.due;
    }
    expect(waits).toEqual([...INTERVALS.slice(1), INTERVALS.at(-1)]);
  });

  it('gains nothing by right answers before they are due', () => {
    fc.assert(
      fc.property(known, fc.nat(20), (before, repeats) => {
        const once = reviewed(before, true, NOW);
        let often = once;
        for (let at = 0; at < repeats; at++) often = reviewed(often, true, NOW + at);
        expect(often).toEqual(once);
      }),
    );
  });

  it('asks what is due, then what is new in the given order, then what comes soonest; and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(known, { maxLength: 30 }), (cards) => {
        const ids = cards.map((_, at) => at);
        const order = inOrder(ids, (id) => cards[id], NOW);
        expect(order.toSorted((one, other) => one - other)).toEqual(ids);
        const isDue = (id: number) => cards[id] !== undefined && cards[id].due <= NOW;
        const [due, fresh] = [order.filter(isDue), order.filter((id) => !cards[id])];
        const later = order.filter((id) => cards[id] && !isDue(id));
        expect(order).toEqual([...due, ...fresh, ...later]);
        expect(fresh).toEqual(fresh.toSorted((one, other) => one - other));
        for (const part of [due, later]) {
          const times = part.map((id) => cards[id]!.due);
          expect(times).toEqual(times.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});
