// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deletePush, getPush, type Preferences, putPush, type User } from '@veld/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import NotificationSection from './NotificationSection';

const SUBSCRIPTION = { endpoint: 'https://push.example.org/1', keys: { p256dh: 'B', auth: 'A' } };

type Notifications = Partial<Preferences['notifications']>;

function annaWith(notifications: Notifications): User {
  const anna = freshPerson('anna');
  return { ...anna, preferences: { ...anna.preferences, notifications: { ...anna.preferences.notifications, ...notifications } } };
}

async function show(anna: User, isSubscribed = false) {
  const server = new VeldServer(anna)
    .answer(getPush, () => json({ data: { public_key: 'BKey', is_subscribed: isSubscribed } }))
    .answer(putPush, () => ({ status: 204 }))
    .answer(deletePush, () => ({ status: 204 }));
  await renderAs(anna, <NotificationSection id="notifications" title="Notifications" />, { at: '/settings/notifications', server });
  const queued = async () => (await openUserDatabase(anna.id).outbox.toArray()).map(({ input }) => input.body);
  return { server, queued };
}

/** A browser that can get push messages, and answers when asked. */
function browserThat(answers: NotificationPermission, before: NotificationPermission = 'default') {
  const subscription = { toJSON: () => SUBSCRIPTION, unsubscribe: () => Promise.resolve(true) };
  const pushManager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: vi.fn<(options: object) => Promise<object>>(() => Promise.resolve(subscription)),
  };
  const asked = { permission: before, requestPermission: vi.fn<() => Promise<NotificationPermission>>() };
  asked.requestPermission.mockImplementation(() => {
    asked.permission = answers;
    return Promise.resolve(answers);
  });
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', asked);
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) };
  const had = Object.getOwnPropertyDescriptor(navigator, 'serviceWorker');
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  onTestFinished(() => {
    if (had) Object.defineProperty(navigator, 'serviceWorker', had);
    else delete (navigator as { serviceWorker?: unknown }).serviceWorker;
    vi.unstubAllGlobals();
  });
  return { asked, pushManager };
}

describe('the settings of notifications', () => {
  it('choose the channels of a kind, in one preference', async () => {
    const { queued } = await show(annaWith({ has_digest: true }));
    const row = screen.getByRole('row', { name: /^Comments/ });
    const [app, mail, push] = within(row).getAllByRole<HTMLInputElement>('checkbox');
    expect([app, mail, push].map((box) => [box!.checked, box!.disabled])).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
    fireEvent.click(mail!);
    await waitFor(async () => expect(await queued()).toMatchObject([{ notifications: { mail: { comment: false, mention: true } } }]));
    expect(Object.keys((await queued())[0]!)).toEqual(['notifications']);
    const login = screen.getByRole('row', { name: /^New logins/ });
    expect(within(login).getByText('Always sent as its own email')).toBeDefined();
  });

  it('ask for the hour and the time zone only where they matter', async () => {
    const { queued } = await show(annaWith({}));
    expect([screen.queryByLabelText('Time'), screen.queryByLabelText('Time zone'), screen.queryByLabelText('From')]).toEqual([
      null,
      null,
      null,
    ]);
    fireEvent.click(screen.getByRole('switch', { name: /^Email me/ }));
    fireEvent.change(await screen.findByLabelText('Time'), { target: { value: '7' } });
    await waitFor(async () => expect(await queued()).toMatchObject([{ notifications: { has_digest: true, digest_hour: 7 } }]));
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Paris' } });
    await waitFor(async () => expect(await queued()).toMatchObject([{ notifications: { time_zone: 'Europe/Paris' } }]));
  });

  it('ask the browser for permission only after a tap, and then subscribe this device', async () => {
    const { asked, pushManager } = browserThat('granted');
    const { server } = await show(annaWith({ has_push: true }));
    const turnOn = await screen.findByRole('button', { name: 'Turn on for this device' });
    expect(asked.requestPermission).not.toHaveBeenCalled();
    fireEvent.click(turnOn);
    await screen.findByText('Push messages are on for this device.');
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual(SUBSCRIPTION);
    fireEvent.click(screen.getByRole('button', { name: 'Turn off for this device' }));
    await screen.findByRole('button', { name: 'Turn on for this device' });
    expect(server.count('DELETE', deletePush.path)).toBe(1);
  });

  it('say why push messages cannot come', async () => {
    browserThat('denied');
    const { server } = await show(annaWith({ has_push: true }));
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }));
    await screen.findByText(/^Your browser blocks notifications from Veld/);
    expect(server.count('PUT', putPush.path)).toBe(0);
  });

  it.each([
    ['without https', false, /secure connection/],
    ['in a browser without them', true, /can’t receive push messages/],
  ])('say so %s', async (_where, isSecure, text) => {
    vi.stubGlobal('isSecureContext', isSecure);
    onTestFinished(() => void vi.unstubAllGlobals());
    await show(annaWith({ has_push: true }));
    expect(await screen.findByText(text)).toBeDefined();
  });
});
