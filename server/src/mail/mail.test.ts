import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { uuid7 } from '../db/uuid7.ts';
import { captureLog } from '../testing/log.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { insertMail, mailDate, mailName } from './outbox.ts';

describe('mail', () => {
  const open: { close: () => unknown }[] = [];
  let now = new Date('2026-05-01T10:00:00Z');
  afterEach(async () => {
    now = new Date('2026-05-01T10:00:00Z');
    for (const thing of open.splice(0)) await thing.close();
  });

  async function smtp(options: SMTPServerOptions): Promise<{ url: string; received: string[] }> {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (part: Buffer) => (text += part.toString()));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    const port = await new Promise<number>((done) => {
      const listening = server.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port));
    });
    open.push({ close: () => new Promise<void>((done) => server.close(() => done())) });
    return { url: `smtp://127.0.0.1:${port}/?socketTimeout=700&greetingTimeout=700&connectionTimeout=700`, received };
  }

  async function start(settings: Record<string, string>): Promise<TestServer> {
    const veld = await testServer(settings, { now: () => now });
    open.unshift(veld);
    return veld;
  }

  async function put(veld: TestServer, recipient = 'anna@example.org', name = 'Anna', expiresAt?: Date): Promise<string> {
    const id = uuid7();
    await veld.db.transaction().execute((tx) =>
      insertMail(veld.context, tx, {
        id,
        userId: null,
        recipient,
        language: 'nl',
        template: 'reset',
        values: { name, link: 'https://veld.example.org/x' },
        ...(expiresAt ? { expiresAt } : {}),
      }),
    );
    return id;
  }
  const state = (veld: TestServer, id: string) => veld.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const later = async (veld: TestServer, minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000 + 1000);
    await veld.context.jobs.send('mail-waiting', {});
    await veld.context.jobs.drain();
  };

  it('is sent in the language of the person, and its address and text are deleted', async () => {
    const { url, received } = await smtp({});
    const veld = await start({ SMTP_URL: url, MAIL_FROM: 'Veld <veld@example.org>' });
    const id = await put(veld, 'anna@example.org', 'Łucja');
    await veld.context.jobs.drain();
    const mail = await PostalMime.parse(received[0]!);
    expect(mail.from).toMatchObject({ name: 'Veld', address: 'veld@example.org' });
    expect(mail.to).toMatchObject([{ address: 'anna@example.org' }]);
    expect(mail.subject).toBe('Nieuw wachtwoord instellen voor Veld');
    expect(mail.text).toContain('Hallo Łucja,');
    expect(mail.text).toContain('https://veld.example.org/x');
    expect(await state(veld, id)).toMatchObject({ state: 'sent', tries: 1, recipient: '', body: '' });
    await veld.context.jobs.send('mail', { id });
    await later(veld, 60);
    expect(received).toHaveLength(1);
  });

  it('says how a mail program stops mails like it, where that is possible', async () => {
    const { url, received } = await smtp({});
    const veld = await start({ SMTP_URL: url });
    const unsubscribeUrl = 'https://veld.example.org/api/notifications/unsubscribe?token=a';
    const id = uuid7();
    await veld.db.transaction().execute((tx) =>
      insertMail(veld.context, tx, {
        id,
        userId: null,
        recipient: 'anna@example.org',
        language: 'en',
        template: 'digest',
        values: {},
        unsubscribeUrl,
      }),
    );
    await put(veld);
    await veld.context.jobs.drain();
    const mails = await Promise.all(received.map((text) => PostalMime.parse(text)));
    const [digest, reset] = ['What’s new in Veld', 'Nieuw wachtwoord instellen voor Veld'].map((subject) =>
      mails.find((mail) => mail.subject === subject),
    );
    const headerOf = (name: string, mail = digest) => mail!.headers.find(({ key }) => key === name)?.value;
    expect(headerOf('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headerOf('list-unsubscribe', reset)).toBeUndefined();
    expect((await state(veld, id)).unsubscribe_url, 'once sent').toBeNull();
  });

  it('is queued only if its transaction commits', async () => {
    const { url, received } = await smtp({});
    const veld = await start({ SMTP_URL: url });
    const undone = veld.db.transaction().execute(async (tx) => {
      await insertMail(veld.context, tx, {
        id: uuid7(),
        userId: null,
        recipient: 'anna@example.org',
        language: 'en',
        template: 'ended',
        values: { name: 'Anna', records: '' },
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await veld.context.jobs.drain();
    expect(received).toEqual([]);
    expect(await veld.db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  it('is retried with backoff after a 4xx response and delivered once', async () => {
    let refusals = 2;
    const { url, received } = await smtp({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(Object.assign(new Error('later'), { responseCode: 451 })) : done()),
    });
    const veld = await start({ SMTP_URL: url });
    const id = await put(veld);
    await veld.context.jobs.drain();
    expect(await state(veld, id)).toMatchObject({ state: 'waiting', tries: 1, last_error: 'EENVELOPE 451' });
    await veld.context.jobs.send('mail-waiting', {});
    await veld.context.jobs.drain();
    expect((await state(veld, id)).tries, 'not before its time').toBe(1);
    await later(veld, 1);
    expect(await state(veld, id)).toMatchObject({ state: 'waiting', tries: 2 });
    await later(veld, 5);
    expect((await state(veld, id)).state).toBe('sent');
    expect(received).toHaveLength(1);
  });

  it('fails at once after a permanent rejection, and otherwise after eight attempts', async () => {
    const never = await smtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such person'), { responseCode: 550 })),
    });
    const veld = await start({ SMTP_URL: never.url });
    const id = await put(veld);
    await veld.context.jobs.drain();
    expect(await state(veld, id)).toMatchObject({ state: 'failed', tries: 1, last_error: 'EENVELOPE 550', recipient: '', body: '' });

    const away = await start({ SMTP_URL: 'smtp://127.0.0.1:9/?connectionTimeout=300' });
    const other = await put(away);
    await away.context.jobs.drain();
    for (let count = 0; count < 10; count++) await later(away, 2000);
    expect(await state(away, other)).toMatchObject({ state: 'failed', tries: 8, recipient: '', body: '' });
  });

  it('times out on a server that hangs, and is retried after a broken connection', async () => {
    const sockets: Server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((done) => sockets.once('listening', done));
    open.push({ close: () => sockets.close() });
    const { port } = sockets.address() as AddressInfo;
    const hanging = await start({ SMTP_URL: `smtp://127.0.0.1:${port}/?greetingTimeout=300&socketTimeout=300` });
    const first = await put(hanging);
    const began = Date.now();
    await hanging.context.jobs.drain();
    expect(Date.now() - began).toBeLessThan(5000 * inject('machineFactor'));
    expect(await state(hanging, first)).toMatchObject({ state: 'waiting', tries: 1 });

    let cut = true;
    const { url, received } = await smtp({
      onData(stream, session, done) {
        let text = '';
        stream.on('data', (part: Buffer) => (text += part.toString()));
        stream.on('end', () => {
          if (cut) {
            cut = false;
            (this as unknown as { connections: Set<{ _socket: { destroy: () => void } }> }).connections.forEach((connection) =>
              connection._socket.destroy(),
            );
            return;
          }
          received.push(text);
          done();
          void session;
        });
      },
    });
    const veld = await start({ SMTP_URL: url });
    const id = await put(veld);
    await veld.context.jobs.drain();
    expect(await state(veld, id)).toMatchObject({ state: 'waiting', tries: 1 });
    await later(veld, 1);
    expect((await state(veld, id)).state).toBe('sent');
    expect(received[0]).toContain(`<${id}@veld>`);
  });

  it('gets no additional headers or recipients from a name or an address', async () => {
    const { url, received } = await smtp({});
    const veld = await start({ SMTP_URL: url });
    await put(veld, 'anna@example.org\r\nBcc: all@example.org', 'Anna\r\nBcc: all@example.org');
    await put(veld, 'anna@example.org, all@example.org');
    await veld.context.jobs.drain();
    for (const text of received) {
      const mail = await PostalMime.parse(text);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.headers.filter((header) => header.key === 'bcc')).toEqual([]);
    }
    expect(mailName('see www.evil.example/now')).toBe('see www evil example now');
    expect(mailName('J. van den Berg')).toBe('J. van den Berg');
  });

  it('stays in the table without SMTP_URL, and is logged in development only', async () => {
    for (const [NODE_ENV, isShown] of [
      ['development', true],
      ['production', false],
      ['staging', false],
      ['', false],
    ] as const) {
      const veld = await start({ NODE_ENV, LOG_LEVEL: 'info' });
      const lines = captureLog(veld);
      const id = await put(veld);
      await veld.context.jobs.drain();
      expect(lines.join('\n').includes('https://veld.example.org/x'), NODE_ENV).toBe(isShown);
      expect(lines.join('\n')).not.toContain('anna@example.org');
      expect(await state(veld, id)).toMatchObject({ state: 'waiting', tries: 0, recipient: 'anna@example.org' });
    }
  });

  it.each(['', 'smtp://127.0.0.1:9/?connectionTimeout=300'])(
    'loses its address and text when its link expires (SMTP_URL=%s)',
    async (SMTP_URL) => {
      const veld = await start({ SMTP_URL });
      const id = await put(veld, 'anna@example.org', 'Anna', new Date(now.getTime() + 3_600_000));
      const lasting = await put(veld);
      await veld.context.jobs.drain();
      await later(veld, 58);
      expect(await state(veld, id)).toMatchObject({ state: 'waiting', recipient: 'anna@example.org' });
      await later(veld, 2);
      expect(await state(veld, id)).toMatchObject({ state: 'failed', last_error: 'expired', recipient: '', body: '' });
      expect((await state(veld, lasting)).state).toBe('waiting');
    },
  );

  it('is not sent after its link has expired', async () => {
    const { url, received } = await smtp({});
    const veld = await start({ SMTP_URL: url });
    const id = await put(veld, 'anna@example.org', 'Anna', new Date(now.getTime() + 1000));
    now = new Date(now.getTime() + 1000);
    await veld.context.jobs.drain();
    expect(received).toEqual([]);
    await later(veld, 1);
    expect(received).toEqual([]);
    expect((await state(veld, id)).state).toBe('failed');
  });
});

describe('a date in a mail', () => {
  const day = new Date('2026-11-22T10:00:00Z');

  it('is written as in the country of the recipient', () => {
    expect(mailDate(day, { language: 'en', country: 'GB', timeZone: null })).toBe('22 November 2026');
    expect(mailDate(day, { language: 'en', country: 'US', timeZone: null })).toBe('November 22, 2026');
    expect(mailDate(day, { language: 'nl', country: 'BE', timeZone: null })).toBe('22 november 2026');
  });
});
