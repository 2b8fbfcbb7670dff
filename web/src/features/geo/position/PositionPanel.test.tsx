// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { location } from '../../../device/location';
import { i18next, startI18n } from '../../../i18n/i18n';
import { newId } from '../../../local/db/ids';
import { listOutbox } from '../../../local/outbox/outbox';
import { openUserDatabase, VeldDatabase } from '../../../local/db/database';
import { NO_AUTH } from '../../../local/db/rows';
import { person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import PositionChip from './PositionChip';

type Success = (position: GeolocationPosition) => void;
let success: Success | null = null;
let user = person('anna');

const tell = (coords: Partial<GeolocationCoordinates>) =>
  act(() => success?.({ coords: { latitude: 52.0907, longitude: 5.1214, ...coords }, timestamp: Date.now() } as GeolocationPosition));

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['geo']);
});
beforeEach(async () => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
  await new VeldDatabase().setSetting('auth', { ...NO_AUTH, user, token: 'token-1' });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(globalThis.navigator, 'geolocation', 'get').mockReturnValue({
    watchPosition: (found: Success) => {
      success = found;
      return 1;
    },
    clearWatch: () => void (success = null),
  } as unknown as Geolocation);
  render(
    <MantineProvider env="test">
      <PositionChip />
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Your location: Off' }));
  await screen.findByRole('dialog', { name: 'Your location' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the panel of the receiver', () => {
  it('runs the receiver while it is open, and tells what the device tells', () => {
    expect(success).not.toBeNull();
    tell({ accuracy: 12.2, altitude: 31, altitudeAccuracy: 6, speed: 1, heading: 90 });
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
    expect(success).toBeNull();
    expect(location.store.getState().state).toBe('off');
  });

  it('copies the coordinates as maps read them', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)));
    tell({ accuracy: 12 });
    fireEvent.click(screen.getByRole('button', { name: /^Copy: Decimal/ }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    expect(written).toEqual(['52.090700, 5.121400']);
  });

  it('tells it in the grids of the field too, and copies these', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)));
    tell({ accuracy: 12 });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy: MGRS' }));
    await vi.waitFor(() => expect(written).toEqual(['31U FT 45333 73249']));
    expect(screen.getByText('31U 645333 5773249')).toBeDefined();
    expect(screen.getByText('Rijksdriehoek (RD)')).toBeDefined();
    expect(screen.queryByText('Lambert 72')).toBeNull();
  });

  it('says which place was not taken, and why', () => {
    tell({ latitude: 0, longitude: 0, accuracy: 5 });
    expect(screen.getByText(/^The device reported 0, 0/)).toBeDefined();
  });

  it('keeps from when on a place is good enough among the person’s preferences', async () => {
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
