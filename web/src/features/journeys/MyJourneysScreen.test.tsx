// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { newId } from '../../local/db/ids';
import { NO_AUTH } from '../../local/db/rows';
import { person } from '../../local/testing/people';
import { auth, currentSync, database } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import MyJourneysScreen from './MyJourneysScreen';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const NO_DAYS = 'Days appear here once you have a record with a date.';
/** A machine may be busy. */
const NOT_FETCHED = /Couldn’t download your records. They’re safe on the server/;

let isDown: boolean;
async function server(): Promise<Response> {
  if (isDown) throw new TypeError('no connection');
  return Response.json({ data: [], next_cursor: 'c1', has_more: false }, { headers: JSON_TYPE });
}

async function logIn(): Promise<void> {
  const anna = person('anna', { id: newId() });
  const state = { ...NO_AUTH, user: anna, token: 'token-1' };
  await database.setSetting('auth', state);
  auth.store.setState({ ...state, isReady: true });
}

function show() {
  render(
    <ThemeProvider>
      <MemoryRouter>
        <Suspense fallback={null}>
          <MyJourneysScreen />
        </Suspense>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

describe('my journeys without a record on the device', () => {
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['journeys', 'observations', 'common']);
  });
  beforeEach(async () => {
    isDown = false;
    vi.stubGlobal('fetch', server);
    await logIn();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('tells anna that there are none once the server said so', async () => {
    await currentSync().pull.run();
    show();
    expect(await screen.findByText(NO_DAYS)).toBeDefined();
    expect(screen.queryByText(NOT_FETCHED)).toBeNull();
  });

  it('does not claim that there are none while the server was never reached, and asks again on a tap', async () => {
    isDown = true;
    await currentSync().pull.run();
    show();
    expect(await screen.findByText(NOT_FETCHED)).toBeDefined();
    expect(screen.queryByText(NO_DAYS)).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(NO_DAYS)).toBeDefined();
    expect(screen.queryByText(NOT_FETCHED)).toBeNull();
  });
});
