import { describe, expect, it } from 'vitest';
import { parseCoordinates } from './parse-coordinates';

const read = (text: string) => {
  const answer = parseCoordinates(text);
  return answer.ok ? [answer.coordinates.latitude, answer.coordinates.longitude] : answer.reason;
};

describe('typed coordinates', () => {
  it.each([
    ['52.0907, 5.1214'],
    ['52.0907 5.1214'],
    ['52.0907,5.1214'],
    ['52,0907 5,1214'],
    ['52,0907; 5,1214'],
    ['52,0907, 5,1214'],
    ['  (52.0907, 5.1214) '],
    ['N 52.0907, E 5.1214'],
    ['52.0907° N 5.1214° E'],
    ['E 5.1214, N 52.0907'],
    ['geo:52.0907,5.1214'],
  ])('%s is a place in Utrecht', (text) => {
    expect(read(text)).toEqual([52.0907, 5.1214]);
  });

  it('accepts degrees, minutes and seconds with any symbols', () => {
    const utrecht = [52.0907222, 5.1213889];
    expect(read(`52°05'26.6"N 5°07'17"E`)).toEqual(utrecht);
    expect(read('52° 5′ 26,6″ N, 5° 7′ 17″ E')).toEqual(utrecht);
    expect(read(`5°07'17"E 52°05'26.6''N`)).toEqual(utrecht);
    expect(read(`33° 55.5' S 18° 25.2' E`)).toEqual([-33.925, 18.42]);
  });

  it.each([
    ['N 52 05.443 E 5 07.284'],
    ['N52 05.443 E005 07.284'],
    ['N 52° 05.443 E 005° 07.284'],
    ['52 05.443 N, 5 07.284 E'],
    ['52 05 26.58 N 5 07 17.04 E'],
    ['E 5 07 17,04; N 52 05 26,58'],
  ])('reads %s, as GPS devices show it', (text) => {
    expect(read(text)).toEqual([52.0907167, 5.1214]);
  });

  it('rejects missing hemisphere letters and minutes over 59', () => {
    for (const text of ['52 05.443 5 07.284', 'N 52 65.443 E 5 07.284', 'N 52 05.443 N 5 07.284', 'N 52 05.443 5 07.284'])
      expect(read(text), text).toBe('unreadable');
  });

  it('accepts south and west as a sign or a letter', () => {
    expect(read('-33.925, 18.42')).toEqual([-33.925, 18.42]);
    expect(read('33.925 S, 70.5 W')).toEqual([-33.925, -70.5]);
    expect(read('−33.925, −70.5')).toEqual([-33.925, -70.5]);
  });

  it('rejects 0,0 and values out of range', () => {
    expect(read('0, 0')).toBe('zero');
    expect(read('91.5, 5.1')).toBe('range');
    expect(read('52.1, 181')).toBe('range');
  });

  it('rejects incomplete numbers, a single hemisphere letter and ambiguous commas', () => {
    expect(read('52,13')).toBe('unreadable');
    expect(read('52.0907')).toBe('unreadable');
    expect(read('N 52.1, 5.1')).toBe('unreadable');
    expect(read('N 52.1, S 5.1')).toBe('unreadable');
    expect(read(`52°75'00"N 5°07'17"E`)).toBe('unreadable');
    expect(read('behind the church')).toBe('unreadable');
    expect(read('   ')).toBe('empty');
  });
});
