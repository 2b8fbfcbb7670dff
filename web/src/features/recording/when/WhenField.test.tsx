// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { type FormPatch, readFormRecord } from '../form-values';
import { checkValues } from '../checks/checks';
import { formAtNoon, NOON, robin } from '../testing/records';
import { unfold } from '../testing/unfold';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { Sharing } from '../fields/controls';
import { WhenField } from './WhenField';

let form: ObserveForm;

async function renderForm(start: FormPatch) {
  const opening = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin, ...start }), isStored: false };
  function Form() {
    form = useObserveForm(opening, () => {});
    return (
      <>
        <WhenField form={form} checks={checkValues(form.values, { now: NOON, notListedIn: null, ownCounts: [] })} errors={[]} />
        <Sharing form={form} errors={[]} />
      </>
    );
  }
  await renderAs(freshPerson('anna'), <Form />);
  if (screen.queryByRole('radiogroup', { name: 'Date and time' }) === null) await unfold();
}

/** The field with a label that may also be that of a choice. */
const field = (label: string) => screen.getByLabelText(label, { selector: 'input:not([type="radio"])' });
const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};

describe('the month of a record', () => {
  it('is shown as missing if not entered, and is invalid without a year', async () => {
    await renderForm({ date_kind: 'unknown', day: '', month: '', time: '', when_source: 'typed' });
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    const month = screen.getByLabelText<HTMLSelectElement>('Month', { selector: 'select' });
    expect(month.selectedOptions[0]?.textContent).toBe('Not set');
    expect(field('Year')).toHaveProperty('value', '');
    expect(readFormRecord(form.values).observed_on).toBeNull();

    fireEvent.change(month, { target: { value: '03' } });
    expect(await form.save()).toBeNull();
    await waitFor(() => field('Year'));
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } });
    type('Year', '2019');
    expect(readFormRecord(form.values).observed_on).toBe('2019-03');
  });

  it('is not turned into a day: the form asks which day, and does not save without one', async () => {
    await renderForm({ date_kind: 'month', day: '', month: '2026-04', time: '', when_source: 'typed' });
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    expect(screen.getByText(/^Which day was it/)).toBeTruthy();
    expect(await form.save()).toBeNull();
    await waitFor(() => expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } }));
    type('Date', '2026-04-17');
    expect(screen.queryByText(/^Which day was it/)).toBeNull();
    expect(readFormRecord(form.values).observed_on).toBe('2026-04-17');
  });

  it('replaces the day entered before, and becomes a whole month as a period', async () => {
    await renderForm({ day: '2026-05-03', month: '2026-05' });
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    fireEvent.change(screen.getByLabelText('Month', { selector: 'select' }), { target: { value: '06' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Period' }));
    expect(readFormRecord(form.values).observed_on).toBe('2026-06-01/2026-06-30');
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    expect(readFormRecord(form.values).observed_on).toBe('2026-06');
  });

  it('accepts a new year after the old one was cleared', async () => {
    await renderForm({ date_kind: 'month', month: '2026-05' });
    type('Year', '');
    expect(field('Year')).toHaveProperty('value', '');
    type('Year', '2019');
    expect(readFormRecord(form.values).observed_on).toBe('2019-05');
  });
});

describe('the year of a record', () => {
  it('is saved as the year, from which neither a month nor a day is made up', async () => {
    await renderForm({ day: '2026-05-03', month: '2026-05', time: '07:30' });
    fireEvent.click(screen.getByRole('radio', { name: 'Year' }));
    expect(readFormRecord(form.values)).toMatchObject({ observed_on: '2026', observed_time: null });
    type('Year', '2019');
    expect(readFormRecord(form.values).observed_on).toBe('2019');
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Month', { selector: 'select' }).selectedOptions[0]?.textContent).toBe('Not set');
    expect(field('Year')).toHaveProperty('value', '2019');
    expect(await form.save()).toBeNull();
    await waitFor(() => expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } }));
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    expect(screen.getByText(/^Which day was it/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Period' }));
    expect(readFormRecord(form.values).observed_on).toBe('2019-01-01/2019-12-31');
  });

  it('keeps the month and the day while it stays the same', async () => {
    await renderForm({ day: '2026-05-03', month: '2026-05', time: '07:30' });
    fireEvent.click(screen.getByRole('radio', { name: 'Year' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    expect(readFormRecord(form.values).observed_on).toBe('2026-05');
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(readFormRecord(form.values)).toMatchObject({ observed_on: '2026-05-03', observed_time: '07:30' });
  });

  it('is empty where nothing is known, and no date while it is empty', async () => {
    await renderForm({ date_kind: 'unknown', day: '', month: '', time: '', when_source: 'typed' });
    fireEvent.click(screen.getByRole('radio', { name: 'Year' }));
    expect(field('Year')).toHaveProperty('value', '');
    expect(readFormRecord(form.values).observed_on).toBeNull();
  });
});

describe('a year before 1800', () => {
  const question = () => screen.queryByText(/^The year is/)?.textContent;

  it.each<[string, FormPatch]>([
    ['day', { day: '1026-05-03', month: '1026-05' }],
    ['month', { date_kind: 'month', day: '', month: '1026-05' }],
    ['year', { date_kind: 'year', day: '', month: '1026-' }],
    ['period', { date_kind: 'kept', day: '', month: '', kept_date: '1026-05-03/2026-05-03' }],
  ])('is asked about and can be confirmed: %s', async (_, start) => {
    await renderForm({ time: '', when_source: 'typed', ...start });
    expect(question()).toBe('The year is 1026. Is that right?');
    fireEvent.click(screen.getByRole('button', { name: 'I’m sure' }));
    expect(screen.getByText('You confirmed this date.')).toBeTruthy();
    const { observed_on, attributes } = readFormRecord(form.values);
    expect(attributes).toEqual({ sure_long_ago: observed_on });
    expect(await form.save()).not.toBeNull();
  });

  it('is not asked about while the year is being typed', async () => {
    await renderForm({ date_kind: 'year', day: '', month: '', when_source: 'typed' });
    const year = field('Year');
    fireEvent.focus(year);
    for (const value of ['1', '17', '179']) {
      fireEvent.change(year, { target: { value } });
      expect(question(), value).toBeUndefined();
    }
    fireEvent.blur(year);
    expect(question()).toBe('The year is 179. Is that right?');
    fireEvent.focus(year);
    fireEvent.change(year, { target: { value: '1799' } });
    expect(question()).toBe('The year is 1799. Is that right?');
    fireEvent.change(year, { target: { value: '1800' } });
    expect(question()).toBeUndefined();
  });
});

describe('the period of a record', () => {
  it('starts as the day entered before, and gets an end', async () => {
    await renderForm({ day: '2026-05-03', month: '2026-05', time: '07:30' });
    fireEvent.click(screen.getByRole('radio', { name: 'Period' }));
    expect(readFormRecord(form.values)).toMatchObject({ observed_on: '2026-05-03', observed_time: null });
    type('Until', '2026-05-09');
    expect(readFormRecord(form.values).observed_on).toBe('2026-05-03/2026-05-09');
    type('From', '2026-05-01');
    expect(readFormRecord(form.values).observed_on).toBe('2026-05-01/2026-05-09');
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(readFormRecord(form.values)).toMatchObject({ observed_on: '2026-05-03', observed_time: '07:30' });
  });

  it('in months, as another program sent it, is kept until it is edited', async () => {
    await renderForm({ date_kind: 'kept', day: '', month: '', kept_date: '2026-05/2026-06', when_source: 'typed' });
    expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-05-01');
    expect(screen.getByLabelText('Until')).toHaveProperty('value', '2026-06-30');
    expect(readFormRecord(form.values).observed_on).toBe('2026-05/2026-06');
    type('Until', '2026-06-15');
    expect(readFormRecord(form.values).observed_on).toBe('2026-05-01/2026-06-15');
  });

  it('that ends before it begins, or has only one end, is invalid', async () => {
    await renderForm({ date_kind: 'kept', day: '', month: '', kept_date: '', when_source: 'typed' });
    expect(readFormRecord(form.values).observed_on).toBeNull();
    type('From', '2026-05-09');
    expect(await form.save()).toBeNull();
    await waitFor(() => expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } }));
    type('Until', '2026-05-03');
    expect(await form.save()).toBeNull();
    await waitFor(() => expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date_order'] } }));
  });
});

describe('a place that is hidden until a date', () => {
  it('shows a warning if that date has passed', async () => {
    await renderForm({ geoprivacy: 'obscured', geoprivacy_until: '2020-01-01' });
    const warning = 'This day has passed. Everyone will see the place.';
    expect(screen.getByText(warning)).toBeTruthy();
    type('Hidden until', '9000-01-01');
    expect(screen.queryByText(warning)).toBeNull();
    type('Hidden until', '');
    expect(screen.queryByText(warning)).toBeNull();
  });
});
