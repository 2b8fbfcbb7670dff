// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { walkedTrack } from '../testing/journeys';
import { drawTrimLine } from './trim-line';
import { KeptLine, TrimHandle } from './TrimMap';

/** 100 pixels are a thousandth of a degree; north is up. */
const map = {
  on: () => undefined,
  off: () => undefined,
  getCenter: () => ({ lng: 5.1, lat: 52 }),
  getZoom: () => 17,
  getContainer: () => document.body,
  project: ([lng, lat]: [number, number]) => ({ x: (lng - 5.1) * 100_000, y: (52.01 - lat) * 100_000 }),
  unproject: ([x, y]: [number, number]) => ({ lng: 5.1 + x / 100_000, lat: 52.01 - y / 100_000 }),
} as unknown as Parameters<typeof TrimHandle>[0]['map'];

function show(at = 4) {
  const [moves, moved]: [unknown[], unknown[]] = [[], []];
  const value = { end: 'from' as const, label: 'Starts at 10:04', time: '10:04', at };
  render(
    <TrimHandle
      map={map}
      line={drawTrimLine(walkedTrack(10))}
      value={value}
      last={10}
      onMove={(...one) => moves.push(one)}
      onMoved={(...one) => moved.push(one)}
    />,
  );
  const handle = screen.getByRole('slider', { name: 'Starts at 10:04' });
  let captured: number | null = null;
  handle.setPointerCapture = (id) => (captured = id);
  handle.hasPointerCapture = (id) => captured === id;
  return { handle, moves, moved };
}

describe('an end of a track on the map', () => {
  it('is where its point is, and follows the pointer along the line while it is dragged', () => {
    const { handle, moves, moved } = show();
    expect(handle.style.transform).toMatch(/^translate\(0px, 600(\.0+\d*)?px\)$/);
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 30, clientY: 380 });
    expect(moves, 'not yet pressed').toEqual([]);
    fireEvent.pointerDown(handle, { pointerId: 1 });
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 30, clientY: 380 });
    fireEvent.pointerUp(handle, { pointerId: 1, clientX: 30, clientY: 220 });
    expect(moves).toEqual([['from', 6]]);
    expect(moved).toEqual([['from', 8]]);
  });

  it.each([
    ['ArrowRight', 5],
    ['ArrowLeft', 3],
    ['PageUp', 5],
    ['Home', 0],
    ['End', 10],
  ])('moves with %s', (key, at) => {
    const { handle, moved } = show();
    fireEvent.keyDown(handle, { key });
    expect(moved).toEqual([['from', at]]);
    fireEvent.keyDown(handle, { key: 'a' });
    expect(moved).toHaveLength(1);
  });
});

it('draws what is kept over the map, from one end to the other', () => {
  const line = drawTrimLine(walkedTrack(10));
  const { container } = render(<KeptLine map={map} line={line} from={4} to={6} />);
  const ends = [
    ...container
      .querySelector('path')!
      .getAttribute('d')!
      .matchAll(/[ML]([\d.-]+) ([\d.-]+)/g),
  ].map(([, x, y]) => [x, y]);
  expect(ends.at(0)).toEqual(['0.0', '600.0']);
  expect(ends.at(-1)).toEqual(['0.0', '400.0']);
});
