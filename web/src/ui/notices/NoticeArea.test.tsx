// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stickyBarRoom } from '../publish-height';
import type { NoticeItem } from './Notice';
import { NoticeArea } from './NoticeArea';

const LABELS = { dismissLabel: 'Close', unfoldLabel: 'Whole message' };

test('notices appear in a live region, and an ongoing one cannot be dismissed', () => {
  const closed: string[] = [];
  render(
    <NoticeArea
      notices={[
        { id: 'a', type: 'positive', text: 'Record saved' },
        { id: 'b', type: 'ongoing', text: 'Sending' },
      ]}
      onDismiss={(id) => closed.push(id)}
      {...LABELS}
    />,
  );
  expect(screen.getByRole('status').textContent).toContain('Record saved');
  const buttons = screen.getAllByRole('button', { name: 'Close' });
  expect(buttons).toHaveLength(1);
  buttons[0]!.click();
  expect(closed).toEqual(['a']);
});

test('a permanent notice reserves space while it is shown, and a temporary one reserves none', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(76);
  const room = () => document.documentElement.style.getPropertyValue('--notices');
  const area = (notices: readonly NoticeItem[]) => <NoticeArea notices={notices} onDismiss={() => {}} {...LABELS} />;
  const saved = { id: 'a', type: 'positive', text: 'Record saved' } as const;
  const { rerender } = render(area([saved]));
  expect(room()).toBe('');
  rerender(area([saved, { id: 'b', type: 'info', text: 'A new version is ready', stays: true }]));
  expect(room()).toBe('76px');
  rerender(area([saved]));
  expect(room()).toBe('');
  height.mockRestore();
});

test('a notice whose text is cut off can be unfolded and folded again; one that is wholly seen needs no button for that', () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.startsWith('A new version') ? 60 : 20;
  });
  const client = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40);
  const notices: NoticeItem[] = [
    { id: 'a', type: 'positive', text: 'Record saved' },
    { id: 'b', type: 'info', text: 'A new version is ready', stays: true },
  ];
  render(<NoticeArea notices={notices} onDismiss={() => {}} {...LABELS} />);
  const unfold = screen.getByRole('button', { name: 'Whole message' });
  const isFolded = () => unfold.parentElement!.hasAttribute('data-folded');
  expect([unfold.getAttribute('aria-expanded'), isFolded()]).toEqual(['false', true]);
  fireEvent.click(unfold);
  expect([unfold.getAttribute('aria-expanded'), isFolded()]).toEqual(['true', false]);
  fireEvent.click(unfold);
  expect(isFolded()).toBe(true);
  scroll.mockRestore();
  client.mockRestore();
});

test('one permanent notice is shown at a time', () => {
  const notices = ['one', 'two'].map((text): NoticeItem => ({ id: text, type: 'info', text, stays: true }));
  const { rerender } = render(<NoticeArea notices={notices} onDismiss={() => {}} {...LABELS} />);
  expect(screen.getByRole('status').textContent).toBe('one');
  rerender(<NoticeArea notices={notices.slice(1)} onDismiss={() => {}} {...LABELS} />);
  expect(screen.getByRole('status').textContent).toBe('two');
});

test('the bar of a screen is in the flow of the page while it and the permanent notices would take too much of the window', () => {
  let heights = { bar: 200, notices: 90 };
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.dataset.saveBar === undefined ? heights.notices : heights.bar;
  });
  const measure = (bar: number, notices: number, inner = 740) => {
    heights = { bar, notices };
    vi.stubGlobal('innerHeight', inner);
    window.dispatchEvent(new Event('resize'));
    const { style } = document.documentElement;
    return [screen.getByTestId('bar').hasAttribute('data-in-flow'), style.getPropertyValue('--sticky-bar')];
  };
  const stays: NoticeItem = { id: 'b', type: 'info', text: 'A new version is ready', stays: true };
  const { unmount } = render(
    <>
      <div ref={stickyBarRoom} data-testid="bar" data-save-bar="" />
      <NoticeArea notices={[stays]} onDismiss={() => {}} {...LABELS} />
    </>,
  );
  expect(measure(200, 90)).toEqual([false, '200px']);
  expect(measure(200, 370)).toEqual([true, '']);
  expect(measure(200, 90)).toEqual([false, '200px']);
  expect(measure(200, 0, 360)).toEqual([true, '']);
  expect(measure(80, 0, 360)).toEqual([false, '80px']);
  unmount();
  expect(document.documentElement.style.getPropertyValue('--sticky-bar')).toBe('');
  vi.unstubAllGlobals();
  height.mockRestore();
});

test('a notice says when the pointer or the focus is on it', () => {
  const held: boolean[] = [];
  render(
    <NoticeArea
      notices={[{ id: 'a', type: 'info', text: 'Hello', onHold: (isHeld) => held.push(isHeld) }]}
      onDismiss={() => {}}
      {...LABELS}
    />,
  );
  const notice = screen.getByText('Hello').closest('[data-type]')!;
  fireEvent.pointerEnter(notice);
  fireEvent.pointerLeave(notice);
  fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
  fireEvent.blur(screen.getByRole('button', { name: 'Close' }));
  expect(held).toEqual([true, false, true, false]);
});
