// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import type { LocalPhoto } from '../../../local/db/rows';
import { freshPerson, photo } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { blankValues, type FormPhoto, makeFormPhoto } from '../form-values';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { PhotoRow } from './PhotoRow';

let database: UserDatabase;
let form: ObserveForm;

/** Anna's open form with three photos of a new record. */
async function renderForm(): Promise<LocalPhoto[]> {
  const anna = freshPerson('anna');
  database = openUserDatabase(anna.id);
  const draftId = newId();
  const photos = [await photo(3000), await photo(3001), await photo(3002)];
  for (const one of photos) await database.photos.put({ ...one, draft_id: draftId });
  const values = { ...blankValues(anna.preferences), media: photos.map((one) => makeFormPhoto(one)) };
  function Form() {
    form = useObserveForm({ draftId, recordId: null, values, isStored: false }, () => {});
    return <PhotoRow form={form} />;
  }
  await renderAs(anna, <Form />);
  await screen.findByRole('button', { name: /^Edit photo 1/ });
  return photos;
}

const ids = () => form.values.media.map(({ id }) => id);
const editButton = (number: number) => screen.getByRole('button', { name: new RegExp(`^Edit photo ${number}`) });
const media = (id: string): FormPhoto => form.values.media.find((one) => one.id === id)!;

const centreOf = (number: number) => ({ clientX: number * 100 - 50, clientY: 50 });

/** The page has no layout here: the test makes photo 1 100 px wide at the left edge, photo 2 beside it, and so on. */
function layOutRow() {
  Object.assign(document, { getAnimations: () => [] });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...document.querySelectorAll('[data-id]')].findIndex((item) => item.contains(this));
    if (at >= 0) return new DOMRect(at * 100, 0, 100, 100);
    // What follows the pointer lies where the library says, and the page around all is large.
    const shift = this instanceof HTMLElement ? Number.parseFloat(this.style.getPropertyValue('--dnd-translate')) : 0;
    return new DOMRect(shift || 0, 0, 1000, 700);
  });
}

/** Presses photo `from`, waits for `restMs`, and lets go at photo `to`; a click follows, but not a swipe. */
async function drag(pointerType: 'mouse' | 'touch', from: number, to: number, restMs = 0) {
  const pointer = { pointerType, pointerId: 1, isPrimary: true, button: 0, bubbles: true };
  const pressed = editButton(from);
  const frame = () => act(() => new Promise((done) => setTimeout(done, 50)));
  fireEvent.pointerDown(pressed, { ...pointer, ...centreOf(from) });
  await act(() => new Promise((done) => setTimeout(done, restMs)));
  if (to !== from) {
    const half = { clientX: (centreOf(from).clientX + centreOf(to).clientX) / 2, clientY: 50 };
    for (const place of [half, centreOf(to), centreOf(to)]) {
      fireEvent.pointerMove(document, { ...pointer, ...place });
      await frame();
    }
  }
  fireEvent.pointerUp(document, { ...pointer, ...centreOf(to) });
  if (pointerType === 'mouse' || restMs > 0) fireEvent.click(pressed);
  await waitFor(() => expect(document.querySelector('[data-dnd-dragging]')).toBeNull());
}

describe('the photos in the form', () => {
  it('are reordered with Alt and the arrow keys; the focus stays on the photo, and its position is announced', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    editButton(1).focus();
    fireEvent.keyDown(editButton(1), { key: 'ArrowRight', altKey: true });
    expect(ids()).toEqual([two, one, three]);
    expect(document.activeElement).toBe(editButton(2));
    expect(screen.getByText('The photo is now number 2 of 3.')).not.toBeNull();
    fireEvent.keyDown(editButton(2), { key: 'ArrowRight', altKey: true });
    expect(ids()).toEqual([two, three, one]);
    fireEvent.keyDown(editButton(3), { key: 'ArrowRight', altKey: true });
    fireEvent.keyDown(editButton(3), { key: 'ArrowLeft' });
    expect(ids()).toEqual([two, three, one]);
  });

  it('are reordered by dragging with a mouse, or by touch after a long press; a swipe only scrolls', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    layOutRow();
    await drag('mouse', 3, 1);
    expect(ids()).toEqual([three, one, two]);
    expect(screen.getByText('The photo is now number 1 of 3.')).not.toBeNull();
    // What followed the drag was not a tap.
    expect(screen.queryByRole('dialog')).toBeNull();
    await drag('touch', 3, 1);
    expect(ids()).toEqual([three, one, two]);
    await drag('touch', 1, 3, 300);
    expect(ids()).toEqual([one, two, three]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('open on a long press without a drag, and stay in place when dropped outside the row', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    layOutRow();
    await drag('mouse', 1, 9);
    expect(ids()).toEqual([one, two, three]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await drag('touch', 2, 2, 300);
    expect(ids()).toEqual([one, two, three]);
    expect(await screen.findByRole('dialog')).not.toBeNull();
  });

  it('can be put back for ten seconds after they are removed, in their position and with their bytes', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }));
    expect(ids()).toEqual([one, three]);
    expect(await database.photos.get(two!)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Put photo back' }));
    expect(ids()).toEqual([one, two, three]);
    expect(screen.queryByRole('button', { name: 'Put photo back' })).toBeNull();
  });

  it('are deleted ten seconds after they are removed, and the others stay', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }));
    act(() => void vi.advanceTimersByTime(9_900));
    expect(screen.getByRole('button', { name: 'Put photo back' })).not.toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.queryByRole('button', { name: 'Put photo back' })).toBeNull();
    vi.useRealTimers();
    await waitFor(async () => expect(await database.photos.get(two!)).toBeUndefined());
    expect(await database.photos.bulkGet([one!, three!])).not.toContain(undefined);
    expect(ids()).toEqual([one, three]);
  });

  it('open on a click: caption, licence, position and removal are applied at once', async () => {
    const [one, two, three] = (await renderForm()).map(({ id }) => id);
    fireEvent.click(editButton(2));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Photo 2 of 3')).not.toBeNull();
    fireEvent.change(dialog.getByLabelText('Caption'), { target: { value: 'The wing from below' } });
    fireEvent.change(dialog.getByLabelText('Licence of this photo'), { target: { value: 'CC0-1.0' } });
    expect(media(two!)).toMatchObject({ caption: 'The wing from below', license: 'CC0-1.0' });
    fireEvent.change(dialog.getByLabelText('Licence of this photo'), { target: { value: '' } });
    expect(media(two!).license).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Make first' }));
    expect(ids()).toEqual([two, one, three]);
    expect(dialog.getByText('Photo 1 of 3')).not.toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Move later' }));
    expect(ids()).toEqual([one, two, three]);
    fireEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText('Photo 3 of 3')).not.toBeNull();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('');
    fireEvent.click(dialog.getByRole('button', { name: 'Remove photo' }));
    expect(ids()).toEqual([one, two]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(editButton(2).getAttribute('aria-label')).toBe('Edit photo 2: The wing from below');
  }, 30_000);

  it('can be cropped to a square, with the keyboard, and uncropped again', async () => {
    const [one] = await renderForm();
    fireEvent.click(editButton(1));
    const dialog = within(await screen.findByRole('dialog'));
    // 40 by 30 pixels: the square in the middle is 30 wide.
    fireEvent.click(await dialog.findByLabelText('Square'));
    expect(media(one!.id).crop).toEqual({ x: 0.125, y: 0, width: 0.75, height: 1 });
    const frame = await dialog.findByRole('group', { name: /The visible part/ });
    expect(frame.style.left).toBe('12.5%');
    // The page has no layout here: the test sets the size of the picture.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ x: 0, y: 0, width: 400, height: 300 } as DOMRect);
    fireEvent.keyDown(frame, { key: 'ArrowLeft', shiftKey: true });
    expect(media(one!.id).crop).toEqual({ x: 0.1, y: 0, width: 0.75, height: 1 });
    fireEvent.click(dialog.getByRole('button', { name: 'Whole photo' }));
    expect(media(one!.id).crop).toBeNull();
    expect(dialog.getByLabelText<HTMLInputElement>('Free').checked).toBe(true);
  }, 30_000);
});
