// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryRouter } from 'react-router';
import { i18next, startI18n } from '../../../i18n/i18n';
import { newId } from '../../../local/db/ids';
import { person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { type FormPatch, recordOf } from '../form-values';
import { formAtNoon, robin } from '../testing/records';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { CountField } from '../count/CountField';
import { Sharing } from '../details/Sharing';
import { WhenField } from './WhenField';

let form: ObserveForm;

function open(start: FormPatch) {
  const opening = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin, ...start }), isStored: false };
  function Form() {
    form = useObserveForm(opening, () => {});
    return (
      <>
        <WhenField form={form} checks={[]} errors={[]} />
        <CountField form={form} checks={[]} errors={[]} />
        <Sharing form={form} errors={[]} />
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Form />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'geo', 'recording']);
});
beforeEach(() => auth.store.setState({ user: person('anna', { id: newId() }), token: 'token-1', isReady: true }));

describe('the month of a record', () => {
  it('is shown as missing where nobody said one, and half of it is refused', async () => {
    open({ date_kind: 'unknown', day: '', month: '', time: '', when_source: 'typed' });
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    const month = screen.getByLabelText<HTMLSelectElement>('Month', { selector: 'select' });
    expect(month.selectedOptions[0]?.textContent).toBe('Not set');
    expect(screen.getByLabelText('Year')).toHaveProperty('value', '');
    expect(recordOf(form.values).observed_on).toBeNull();

    fireEvent.change(month, { target: { value: '03' } });
    expect(await form.save()).toBeNull();
    await screen.findByLabelText('Year');
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } });
    type('Year', '2019');
    expect(recordOf(form.values).observed_on).toBe('2019-03');
  });

  it('makes no day of itself: which day it was is asked, and without one nothing is saved or lost', async () => {
    open({ date_kind: 'month', day: '', month: '2026-04', time: '', when_source: 'typed' });
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    expect(screen.getByText(/^Which day was it/)).toBeTruthy();
    expect(await form.save()).toBeNull();
    await waitFor(() => expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } }));
    type('Date', '2026-04-17');
    expect(screen.queryByText(/^Which day was it/)).toBeNull();
    expect(recordOf(form.values).observed_on).toBe('2026-04-17');
  });

  it('counts against the day that was there before, and is a whole period', () => {
    open({ day: '2026-05-03', month: '2026-05' });
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    fireEvent.change(screen.getByLabelText('Month', { selector: 'select' }), { target: { value: '06' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Period' }));
    expect(recordOf(form.values).observed_on).toBe('2026-06-01/2026-06-30');
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    fireEvent.click(screen.getByRole('radio', { name: 'Month' }));
    expect(recordOf(form.values).observed_on).toBe('2026-06');
  });

  it('has the year that is typed after the old one was taken out', () => {
    open({ date_kind: 'month', month: '2026-05' });
    type('Year', '');
    expect(screen.getByLabelText('Year')).toHaveProperty('value', '');
    type('Year', '2019');
    expect(recordOf(form.values).observed_on).toBe('2019-05');
  });
});

describe('the period of a record', () => {
  it('begins as the day that was there, and goes from one day to another', () => {
    open({ day: '2026-05-03', month: '2026-05', time: '07:30' });
    fireEvent.click(screen.getByRole('radio', { name: 'Period' }));
    expect(recordOf(form.values)).toMatchObject({ observed_on: '2026-05-03', observed_time: null });
    type('Until', '2026-05-09');
    expect(recordOf(form.values).observed_on).toBe('2026-05-03/2026-05-09');
    type('From', '2026-05-01');
    expect(recordOf(form.values).observed_on).toBe('2026-05-01/2026-05-09');
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(recordOf(form.values)).toMatchObject({ observed_on: '2026-05-03', observed_time: '07:30' });
  });

  it('of months, as another program sent it, stays as it is until somebody changes it', () => {
    open({ date_kind: 'kept', day: '', month: '', kept_date: '2026-05/2026-06', when_source: 'typed' });
    expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-05-01');
    expect(screen.getByLabelText('Until')).toHaveProperty('value', '2026-06-30');
    expect(recordOf(form.values).observed_on).toBe('2026-05/2026-06');
    type('Until', '2026-06-15');
    expect(recordOf(form.values).observed_on).toBe('2026-05-01/2026-06-15');
  });

  it('that ends before it begins, or has one end, is refused', async () => {
    open({ date_kind: 'kept', day: '', month: '', kept_date: '', when_source: 'typed' });
    expect(recordOf(form.values).observed_on).toBeNull();
    type('From', '2026-05-09');
    expect(await form.save()).toBeNull();
    await screen.findByLabelText('From');
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } });
    type('Until', '2026-05-03');
    expect(await form.save()).toBeNull();
    await screen.findByLabelText('From');
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { observed_on: ['date'] } });
  });
});

describe('a count between two numbers', () => {
  it('with the smaller one last is refused, and not made into another one', async () => {
    open({ count: 7, count_type: 'range' });
    type('Maximum', '3');
    expect(form.values.count_max).toBe(3);
    expect(await form.save()).toBeNull();
    expect(await screen.findByLabelText('Maximum')).toHaveProperty('value', '3');
    expect(form.problem).toMatchObject({ kind: 'fields', errors: { count_max: ['count_range'] } });
  });
});

describe('a place that is hidden until a day', () => {
  it('is told to be open where that day has passed', () => {
    open({ geoprivacy: 'obscured', geoprivacy_until: '2020-01-01' });
    const warning = 'This day has passed. Everyone will see the place.';
    expect(screen.getByText(warning)).toBeTruthy();
    type('Hidden until', '9000-01-01');
    expect(screen.queryByText(warning)).toBeNull();
    type('Hidden until', '');
    expect(screen.queryByText(warning)).toBeNull();
  });
});

describe('a count of 0', () => {
  const meaning = () => screen.queryByText('0 means you looked for it and didn’t find it.');

  it('says what it means, and a range from 0 upwards does not', () => {
    open({ count: 2, count_type: 'exact' });
    expect(meaning()).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: 'Count' }), { target: { value: '0' } });
    expect(meaning()).not.toBeNull();
    expect(recordOf(form.values)).toMatchObject({ count: 0, count_type: 'exact' });
    act(() => form.change({ count_type: 'range', count_max: 4 }));
    expect(meaning()).toBeNull();
  });
});
