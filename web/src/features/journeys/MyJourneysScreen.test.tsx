// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { listObservationChanges, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentSync } from '../../local/app/veld';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs, signIn } from '../../testing/render-as';
import MyJourneysScreen from './MyJourneysScreen';

const NO_DAYS = 'Start your first journey, or import a track that another app or device recorded.';
const NOT_FETCHED = /Couldn’t download your records. They’re safe on the server/;

describe('journeys without a record on the device', () => {
  let anna: User;
  let server: VeldServer;
  beforeEach(async () => {
    anna = freshPerson('anna');
    server = new VeldServer(anna).answer(listObservationChanges, () => json({ data: [], next_cursor: 'c1', has_more: false }));
    await signIn(anna, { server });
  });

  it('says that there are none once the server has confirmed it', async () => {
    await currentSync().pull.run();
    await renderAs(anna, <MyJourneysScreen />);
    expect(await screen.findByText(NO_DAYS)).toBeDefined();
    expect(screen.queryByText(NOT_FETCHED)).toBeNull();
  });

  it('does not say so while the server was never reached, and retries on request', async () => {
    server.fault = () => 'no-connection';
    await currentSync().pull.run();
    await renderAs(anna, <MyJourneysScreen />);
    expect(await screen.findByText(NOT_FETCHED)).toBeDefined();
    expect(screen.queryByText(NO_DAYS)).toBeNull();
    server.fault = () => null;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(NO_DAYS)).toBeDefined();
    expect(screen.queryByText(NOT_FETCHED)).toBeNull();
  });
});
