// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { SCREENS } from '../../app/screens';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import SearchHost from './SearchHost';

function Page() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <div ref={setSlot} data-testid="slot" />
      <input aria-label="Notes" />
      <Link to="/map">Map</Link>
      <SearchHost screens={SCREENS} slot={slot} />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Search' });
const isOpen = () => waitFor(() => expect(dialog()).not.toBeNull());

describe('the search', () => {
  beforeEach(async () => {
    await renderAs(freshPerson('anna'), <Page />, { at: '/', routes: { '/map': <p>the map</p> } });
    await screen.findByRole('button', { name: /Search/ });
  });

  it('is opened by its button in the frame', async () => {
    const button = screen.getByRole('button', { name: /Search/ });
    expect(screen.getByTestId('slot').contains(button)).toBe(true);
    fireEvent.click(button);
    await isOpen();
  });

  it.each([
    ['a slash', { key: '/' }],
    ['a slash with Shift, as on some keyboards', { key: '/', shiftKey: true }],
    ['Ctrl K', { key: 'k', ctrlKey: true }],
    ['Cmd K', { key: 'k', metaKey: true }],
  ])('is opened by %s, and Escape closes it and gives the focus back', async (_, key) => {
    const link = screen.getByRole('link', { name: 'Map' });
    link.focus();
    expect(fireEvent.keyDown(link, key)).toBe(false);
    await isOpen();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(dialog()).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('leaves a slash to the field in which somebody types, but not Ctrl K', async () => {
    const notes = screen.getByRole('textbox', { name: 'Notes' });
    expect(fireEvent.keyDown(notes, { key: '/' })).toBe(true);
    expect(fireEvent.keyDown(notes, { key: 'k' })).toBe(true);
    expect(dialog()).toBeNull();
    expect(fireEvent.keyDown(notes, { key: 'k', ctrlKey: true })).toBe(false);
    await isOpen();
  });

  it('is closed by going back', async () => {
    fireEvent.keyDown(document.body, { key: '/' });
    await isOpen();
    fireEvent.popState(window);
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it('is not opened above another dialog', () => {
    const other = document.createElement('div');
    other.setAttribute('aria-modal', 'true');
    document.body.append(other);
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
    other.remove();
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false);
  });
});
