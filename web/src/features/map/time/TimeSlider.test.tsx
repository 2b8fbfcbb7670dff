// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { TimeSlider } from './TimeSlider';

afterEach(() => vi.useRealTimers());

const YEARS = { first: 2024, last: 2026 };

function Example() {
  const [time, setTime] = useState<{ year: number | null; month: number | null }>({ year: null, month: null });
  return (
    <>
      <TimeSlider time={time} years={YEARS} onChange={(change) => setTime((before) => ({ ...before, ...change }))} />
      <output>{`${time.year} ${time.month}`}</output>
    </>
  );
}

const shown = () => document.querySelector('output')!.textContent;

it('plays the years to the last one and stops there', async () => {
  await renderAs(freshPerson('anna'), <Example />, { at: '/map' });
  await screen.findByRole('button', { name: 'Play' });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const seen = [shown()];
  for (let times = 0; times < 3; times++) {
    act(() => void vi.advanceTimersByTime(1500));
    seen.push(shown());
  }
  expect(seen).toEqual(['2024 null', '2025 null', '2026 null', '2026 null']);
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
});

it('moves with the arrow keys, pauses then, and is in words for screen readers', async () => {
  await renderAs(freshPerson('anna'), <Example />, { at: '/map' });
  fireEvent.click(await screen.findByRole('radio', { name: 'Months' }));
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(shown()).toBe('null 1');
  const slider = screen.getByRole('slider');
  expect(slider.getAttribute('aria-valuetext')).toBe('January');
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(shown()).toBe('null 2');
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
});
