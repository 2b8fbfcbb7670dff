// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { location } from '../../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../../device/testing/fake-geolocation';
import { listOutbox } from '../../../local/outbox/outbox';
import { openUserDatabase } from '../../../local/db/database';
import { freshPerson } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { renderAs } from '../../../testing/render-as';
import PositionChip from './PositionChip';

let geolocation: FakeGeolocation;
let user: User;

type Details = Parameters<FakeGeolocation['report']>[3];
const reportPosition = (accuracy: number, details?: Details) => act(() => geolocation.report(52.0907, 5.1214, accuracy, details));

beforeEach(async () => {
  user = freshPerson('anna');
  geolocation = stubGeolocation();
  await renderAs(user, <PositionChip />);
  fireEvent.click(await screen.findByRole('button', { name: 'Your location: Off' }));
  await screen.findByRole('dialog', { name: 'Your location' });
});

describe('the location panel', () => {
  it('keeps the location service on while it is open, and shows what the device reports', () => {
    expect(geolocation.watches.size).toBe(1);
    reportPosition(12.2, { altitude: 31, altitudeAccuracy: 6, speed: 1, heading: 90 });
    const text = screen.getByRole('dialog').textContent.replaceAll('\u00a0', ' ');
    for (const part of [
      'Good, within 13 m',
      '52.090700, 5.121400',
      `52°05'26.5"N 5°07'17.0"E`,
      'Altitude31 m ± 6 m',
      'Speed3.6 km/h',
      '90 deg',
      'SourceThis device',
    ])
      expect(text).toContain(part);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(geolocation.watches.size).toBe(0);
    expect(location.store.getState().state).toBe('off');
  });

  it('copies the coordinates in the form that maps accept', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)));
    reportPosition(12);
    fireEvent.click(screen.getByRole('button', { name: /^Copy: Decimal/ }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    expect(written).toEqual(['52.090700, 5.121400']);
  });

  it('shows and copies grid references', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)));
    reportPosition(12);
    fireEvent.click(await screen.findByRole('button', { name: 'Copy: MGRS' }));
    await vi.waitFor(() => expect(written).toEqual(['31U FT 45333 73249']));
    expect(screen.getByText('31U 645333 5773249')).toBeDefined();
    expect(screen.getByText('Rijksdriehoek (RD)')).toBeDefined();
    expect(screen.queryByText('Lambert 72')).toBeNull();
  });

  it('says which position was rejected, and why', () => {
    act(() => geolocation.report(0, 0, 5));
    expect(screen.getByText(/^The device reported 0, 0/)).toBeDefined();
  });

  it('stores the target accuracy in the person’s preferences', async () => {
    fireEvent.click(screen.getByRole('radio', { name: /^5\sm$/ }));
    await vi.waitFor(() =>
      expect(auth.store.getState().user?.preferences.recording).toEqual({ ask_place: true, target_accuracy_m: 5, average_fixes: false }),
    );
    fireEvent.click(screen.getByRole('switch', { name: /Average/ }));
    await vi.waitFor(async () => {
      const items = await listOutbox(openUserDatabase(user.id));
      expect(items.map(({ input }) => input.body)).toEqual([{ recording: { ask_place: true, target_accuracy_m: 5, average_fixes: true } }]);
    });
  });
});
