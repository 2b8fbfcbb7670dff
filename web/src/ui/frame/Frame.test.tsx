// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { IconHome } from '@tabler/icons-react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { nobody, renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
import { Frame } from './Frame';

const item = (to: string, label: string) => ({ to, label, icon: IconHome });
const frame = (
  <Frame
    labels={{
      skip: 'Skip',
      navigation: 'Main',
      observe: 'Observe',
      more: 'More',
      close: 'Close',
      home: 'Today',
      collapse: 'Narrow menu',
      expand: 'Wide menu',
      tools: 'Status and search',
    }}
    observeTo="/observe"
    homeTo="/"
    bar={[item('/feed', 'Feed'), item('/map', 'Map'), item('/my-species', 'My species')]}
    items={[item('/', 'Home')]}
    rare={[
      { ...item('/settings/profile', 'Settings'), under: '/settings' },
      { ...item('/outbox', 'Outbox'), badge: { text: '3', label: '3 unsent' } },
    ]}
    syncDetail={<p>Synced now</p>}
  >
    <p>content</p>
  </Frame>
);

beforeEach(() => {
  wideScreen();
  localStorage.clear();
});
const current = () => [...document.querySelectorAll('[aria-current=page]')].map(({ textContent }) => textContent);

it.each([
  ['/settings/appearance', ['Settings']],
  ['/settings', ['Settings']],
  ['/settingsgarden', []],
  ['/', ['Home']],
  ['/Feed', ['Feed']],
])('the menu marks at %s', async (at, marked) => {
  await renderAs(nobody, frame, { at });
  expect(current()).toEqual(marked);
});

it('the drawer becomes a rail and back, which the device remembers', async () => {
  const shown = await renderAs(nobody, frame, { at: '/feed' });
  expect(screen.getByText('Synced now')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Narrow menu' }));
  expect(screen.queryByText('Synced now')).toBeNull();
  shown.unmount();
  await renderAs(nobody, frame, { at: '/feed' });
  fireEvent.click(screen.getByRole('button', { name: 'Wide menu' }));
  expect(screen.getByText('Synced now')).toBeDefined();
});

it('counts on items are spoken in words', async () => {
  await renderAs(nobody, frame, { at: '/feed' });
  expect(screen.getByRole('link', { name: /Outbox.*3 unsent/ })).toBeDefined();
});

it('sets the frame for the styles of the page, and removes it again', async () => {
  const { unmount } = await renderAs(nobody, frame);
  expect(document.documentElement.dataset.veldFrame).toBe('drawer');
  fireEvent.click(screen.getByRole('button', { name: 'Narrow menu' }));
  expect(document.documentElement.dataset.veldFrame).toBe('rail');
  unmount();
  expect(document.documentElement.dataset.veldFrame).toBeUndefined();
});

it.each([
  [599, 'bar'],
  [600, 'rail'],
  [1023, 'rail'],
  [1024, 'drawer'],
])('at %i pixels, the menu is a %s', async (width, look) => {
  vi.unstubAllGlobals();
  const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }));
  await renderAs(nobody, frame, { at: '/feed' });
  expect(document.querySelector('[data-width]')!.getAttribute('data-width')).toBe(look);
});
