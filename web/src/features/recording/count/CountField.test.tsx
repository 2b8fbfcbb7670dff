// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { loadDraft } from '../../../local/records/drafts';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { type FormPatch, readFormRecord } from '../form-values';
import { formAtNoon, robin } from '../testing/records';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { CountField } from './CountField';
import { CountTable } from './CountTable';

let form: ObserveForm;

async function renderForm(start: FormPatch = {}) {
  const anna = freshPerson('anna');
  const draftId = newId();
  const opening = { draftId, recordId: null, values: formAtNoon({ taxon: robin, ...start }), isStored: false };
  function Form() {
    form = useObserveForm(opening, () => {});
    return (
      <>
        <CountField form={form} checks={[]} errors={[]} />
        <CountTable form={form} group="bird" />
      </>
    );
  }
  await renderAs(anna, <Form />);
  return { draft: () => loadDraft(openUserDatabase(anna.id), draftId) };
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Count' });
const type = (value: string, into = input()) => {
  fireEvent.focus(into);
  fireEvent.change(into, { target: { value } });
};
const leave = (field = input()) => fireEvent.blur(field);
const recorded = () => {
  const { count, count_max, count_type } = readFormRecord(form.values);
  return [count, count_max, count_type];
};

describe('the count of the form', () => {
  it('reads a range, an estimate and a minimum, and says in words what they are', async () => {
    await renderForm();
    type('10-12');
    expect(input().value).toBe('10-12');
    expect(recorded()).toEqual([10, 12, 'range']);
    leave();
    expect(input().value).toBe('10–12');
    expect(screen.getByText('10 to 12 individuals')).toBeDefined();
    type('ca. 1,200');
    leave();
    expect(input().value).toBe('~1,200');
    expect(recorded()).toEqual([1200, null, 'approximate']);
    type('');
    leave();
    expect(recorded()).toEqual([null, null, null]);
  });

  it('keeps what is no count as it was typed, with the reason, in the draft too, and does not save without it', async () => {
    const { draft } = await renderForm({ count: 7, count_type: 'exact' });
    type('2.5');
    expect(screen.queryByRole('alert')).toBeNull();
    leave();
    expect(input().value).toBe('2.5');
    expect(screen.getByRole('alert').textContent).toBe('A count is a whole number.');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(input().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(recorded()).toEqual([null, null, null]);
    expect(await act(() => form.save())).toBeNull();
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { count: ['count'] } });
    await vi.waitFor(async () => expect(await draft()).toBeDefined(), 20_000);
    expect((await draft())?.values).toMatchObject({ count: null, count_texts: { count: '2.5' } });
    type('many');
    leave();
    expect(screen.getByRole('alert').textContent).toMatch(/^Veld can’t read this as a count/);
    // Another count replaces the text.
    act(() => form.change({ count: 3, count_type: 'exact' }));
    expect(input().value).toBe('3');
    fireEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(input().value).toBe('4');
    expect(await act(() => form.save())).not.toBeNull();
  });

  it('has keys for the signs that a keyboard of digits lacks, and keeps the kind of count when it is changed by one', async () => {
    await renderForm();
    type('40');
    fireEvent.click(screen.getByRole('button', { name: 'About' }));
    expect(recorded()).toEqual([40, null, 'approximate']);
    fireEvent.click(screen.getByRole('button', { name: 'At least' }));
    expect(input().value).toBe('40+');
    leave();
    fireEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(recorded()).toEqual([41, null, 'at_least']);
    type('40');
    fireEvent.click(screen.getByRole('button', { name: 'To, for a range' }));
    expect(input().value).toBe('40–');
    type('40–50');
    leave();
    expect(screen.getByRole('button', { name: 'One more' })).toHaveProperty('disabled', true);
    expect(recorded()).toEqual([40, 50, 'range']);
  });
});

describe('a cell of the table of counts', () => {
  it('takes whole numbers only, and keeps the rest as typed, so that the record is not saved without it', async () => {
    await renderForm();
    type('many');
    leave();
    fireEvent.click(screen.getByRole('button', { name: 'Count by sex and life stage' }));
    const [cell, other] = screen.getAllByRole<HTMLInputElement>('textbox').slice(1);
    type('12', cell);
    leave(cell);
    expect(recorded()).toEqual([12, null, 'exact']);
    expect(form.values.count_texts).toEqual({});
    type('3-4', other);
    leave(other);
    expect(other!.value).toBe('3-4');
    expect(screen.getByRole('alert').textContent).toBe('Only a whole number fits here.');
    expect(recorded()).toEqual([12, null, 'exact']);
    expect(await act(() => form.save())).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear table' }));
    expect(form.values.count_texts).toEqual({});
  });
});

describe('a count of 0', () => {
  const meaning = () => screen.queryByText('0 means you looked for it and didn’t find it.');

  it('is explained, but a range starting at 0 is not', async () => {
    await renderForm({ count: 2, count_type: 'exact' });
    expect(meaning()).toBeNull();
    type('0');
    leave();
    expect(meaning()).not.toBeNull();
    expect(readFormRecord(form.values)).toMatchObject({ count: 0, count_type: 'exact' });
    act(() => form.change({ count_type: 'range', count_max: 4 }));
    expect(meaning()).toBeNull();
  });
});
