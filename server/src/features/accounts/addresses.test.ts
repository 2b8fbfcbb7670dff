import { randomUUID } from 'node:crypto';
import {
  confirmEmail,
  confirmPassword,
  getUser,
  listCommunityUsers,
  login,
  patchAccount,
  putEmbed,
  register,
  requestConfirmation,
  requestPassword,
  resetPassword,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const OTHER_PASSWORD = 'two egrets on the levee';
/** Nothing listens there, so mails stay in the table. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://veld.example.org' };

let veld: TestServer;
let now = new Date();
beforeEach(() => void (now = new Date()));
/** Distinct times, so that the mails have an order. */
const tick = () => (now = new Date(now.getTime() + 1));

const join = (name: string, email = `${name}@example.org`, password = PASSWORD) =>
  veld.call(register, { body: { name, email, password, country_code: 'NL', community_opt_in: true } });
const logIn = (email: string, password = PASSWORD) => veld.call(login, { body: { email, password } });
/** All mails to an address except those about a login on a new device. */
const mailsTo = async (recipient: string) =>
  veld.db
    .selectFrom('mails')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .where('subject', '!=', 'New login to your Veld account')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const subjectsTo = async (recipient: string) => (await mailsTo(recipient)).map((mail) => mail.subject);
const tokenTo = async (recipient: string) =>
  /password\/reset\/([A-Za-z0-9_-]{43})/.exec((await mailsTo(recipient)).findLast((mail) => mail.body.includes('reset/'))!.body)![1]!;
const confirm = (token: string) => veld.call(confirmEmail, { body: { token } });

/** A registration without its ids, secrets and times. */
function shapeOf({ status, headers, body }: Awaited<ReturnType<typeof join>>): unknown {
  const varying = new Set(['token', 'revoke_key', 'export_key', 'id', 'created_at']);
  const same = JSON.stringify(body, (key, value: unknown) => (varying.has(key) ? typeof value : value));
  return { status, headers: [...headers.keys()].toSorted(), body: same };
}

describe.each([
  ['with mail', MAIL],
  ['without mail', {}],
])('whether an address is known, on a server %s,', (_title, settings) => {
  beforeAll(async () => {
    veld = await testServer(settings, { now: tick });
    await join('keeper');
  });
  afterAll(() => veld.close());

  it.runIf(settings === MAIL)('is not revealed by a registration, or by a login after it', async () => {
    const known = 'known@example.org';
    const owner = (await join('owner', known)).body;
    await confirm(await tokenTo(known));
    const onKnown = await join('guest', known, OTHER_PASSWORD);
    const onNew = await join('guest', 'unknown@example.org', OTHER_PASSWORD);
    expect(shapeOf(onKnown)).toEqual(JSON.parse(JSON.stringify(shapeOf(onNew)).replaceAll('unknown@', 'known@')));
    expect(onKnown.body.data.id).not.toBe(owner.data.id);
    for (const [email, made] of [
      [known, onKnown],
      ['unknown@example.org', onNew],
    ] as const) {
      const entered = await logIn(email, OTHER_PASSWORD);
      expect([entered.status, entered.body.data.id]).toEqual([200, made.body.data.id]);
    }
    // The owner is not affected.
    expect((await logIn(known)).body.data.id).toBe(owner.data.id);
    expect((await veld.call(getUser, {}, owner.token)).body.email).toBe(known);
  });

  it.runIf(settings === MAIL)('is not revealed by a change of address', async () => {
    const known = 'taken@example.org';
    await join('owner', known);
    await confirm(await tokenTo(known));
    const thief = (await join('thief')).body;
    const change = async (email: string) => {
      const { status, body } = await veld.call(patchAccount, { body: { email, current_password: PASSWORD } }, thief.token);
      return [
        status,
        { ...body.data, email: body.data.email.replace(email, 'new'), pending_email: body.data.pending_email?.replace(email, 'new') },
      ];
    };
    const onKnown = await change(known);
    expect(onKnown[0]).toBe(200);
    expect(onKnown).toEqual(await change('free@example.org'));
  });

  it('takes the same work for a known and an unknown address', async () => {
    await join('timed', 'timed@example.org');
    const used: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 8; round++) {
      for (const [kind, email] of [
        ['known', 'timed@example.org'],
        ['unknown', `nobody${round}@example.org`],
      ] as const) {
        const start = process.cpuUsage();
        expect((await logIn(email, 'not the password at all')).status).toBe(401);
        const { user, system } = process.cpuUsage(start);
        used[kind].push(user + system);
      }
    }
    // The least: whatever else this process does meanwhile only adds to it.
    const ratio = Math.min(...used.known) / Math.min(...used.unknown);
    expect(ratio).toBeGreaterThan(0.67);
    expect(ratio).toBeLessThan(1.5);
  });

  it('a repeated registration logs in to the account and creates nothing', async () => {
    const first = (await join('twice')).body;
    const again = (await join('twice')).body;
    expect(again.data.id).toBe(first.data.id);
    const together = await Promise.all([1, 2, 3].map(() => join('thrice')));
    expect(new Set(together.map((made) => made.body.data.id)).size).toBe(1);
    expect(await veld.db.selectFrom('users').select('id').where('name', 'in', ['twice', 'thrice']).execute()).toHaveLength(2);
  });
});

describe('on a server without mail', () => {
  beforeAll(async () => {
    veld = await testServer({}, { now: tick });
    await join('keeper');
  });
  afterAll(() => veld.close());

  it('addresses count as confirmed', async () => {
    const anna = (await join('anna')).body;
    expect(anna.data).toMatchObject({ email_confirmed: true, pending_email: null });
    const { data } = (await veld.call(listCommunityUsers, { query: { country: 'NL' } }, anna.token)).body;
    expect(data.map((user) => user.name).toSorted()).toEqual(['anna', 'keeper']);
    const changed = (await veld.call(patchAccount, { body: { email: 'a@example.org', current_password: PASSWORD } }, anna.token)).body.data;
    expect(changed).toMatchObject({ email: 'a@example.org', email_confirmed: true, pending_email: null });
    expect((await logIn('a@example.org')).status).toBe(200);
    expect((await veld.call(requestConfirmation, {}, anna.token)).status).toBe(202);
    expect(await mailsTo('a@example.org')).toHaveLength(1);
  });

  it('a second registration with an address is refused with the reason, unless it has the password of the account', async () => {
    const owner = (await join('owner', 'taken@example.org')).body;
    const second = await join('second', 'Taken@Example.org', OTHER_PASSWORD);
    expect([second.status, second.problem?.errors]).toEqual([422, { email: ['An account with this email already exists.'] }]);
    expect((await join('owner', 'taken@example.org')).body.data.id).toBe(owner.data.id);
    expect(await veld.db.selectFrom('users').select('id').where('email_key', '=', 'taken@example.org').execute()).toHaveLength(1);
    const [one, other] = await Promise.all([join('fast', 'race@example.org'), join('faster', 'race@example.org', OTHER_PASSWORD)]);
    expect([one.status, other.status].toSorted()).toEqual([200, 422]);
  });

  it('so is a change to the address of another account, but not to another spelling of the own one', async () => {
    await join('holder', 'held@example.org');
    const mover = (await join('mover')).body;
    const change = (email: string) => veld.call(patchAccount, { body: { email, current_password: PASSWORD } }, mover.token);
    const refused = await change('HELD@example.org');
    expect([refused.status, refused.problem?.errors]).toEqual([422, { email: ['An account with this email already exists.'] }]);
    expect((await change('Mover@Example.org')).body.data.email).toBe('Mover@Example.org');
  });

  it('each login says that another account has the same address, as earlier versions allowed', async () => {
    await join('elder', 'both@example.org');
    const younger = (await join('younger', 'other@example.org', OTHER_PASSWORD)).body;
    await veld.db
      .updateTable('users')
      .set({ email: 'both@example.org', email_key: 'both@example.org', email_confirmed_at: null })
      .where('id', '=', younger.data.id)
      .execute();
    for (const password of [PASSWORD, OTHER_PASSWORD]) expect((await logIn('both@example.org', password)).body.shares_email).toBe(true);
    expect((await logIn('keeper@example.org')).body).not.toHaveProperty('shares_email');
  });
});

describe('on a server with mail', () => {
  beforeAll(async () => {
    veld = await testServer(MAIL, { now: tick });
    await join('keeper');
  });
  afterAll(() => veld.close());

  it('a link confirms the address; until then nobody else sees the person in the community', async () => {
    const anna = (await join('anna')).body;
    expect(anna.data.email_confirmed).toBe(false);
    const bram = (await join('bram')).body;
    const seen = async () =>
      (await veld.call(listCommunityUsers, { query: { country: 'NL' } }, bram.token)).body.data.map((user) => user.name);
    const embed = () =>
      veld.call(putEmbed, { params: { id: randomUUID() }, body: { key: 'k'.repeat(43), label: 'x', origins: [] } }, anna.token);
    expect(await seen()).toEqual(['bram']);
    const refused = await embed();
    expect([refused.status, refused.problem.type]).toEqual([403, '/problems/email_unconfirmed']);
    const token = await tokenTo('anna@example.org');
    expect((await confirm('x'.repeat(43))).problem.errors).toHaveProperty('token');
    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).status, 'repeated').toBe(204);
    expect((await veld.call(getUser, {}, anna.token)).body.email_confirmed).toBe(true);
    expect((await seen()).toSorted()).toEqual(['anna', 'bram']);
    expect((await embed()).status).toBe(200);
    expect(JSON.stringify(await veld.db.selectFrom('email_confirmations').selectAll().execute())).not.toContain(token);
  });

  it('the owner of an address gets a mail when somebody registers with it', async () => {
    await join('chen');
    await confirm(await tokenTo('chen@example.org'));
    const thief = (await join('thief', 'Chen@example.org', OTHER_PASSWORD)).body;
    expect(await subjectsTo('Chen@example.org')).toEqual(['You already have a Veld account']);
    expect((await mailsTo('Chen@example.org'))[0]!.body).not.toContain('thief');
    expect(await veld.db.selectFrom('email_confirmations').select('email').where('user_id', '=', thief.data.id).execute()).toEqual([]);
    expect((await veld.call(requestConfirmation, {}, thief.token)).status).toBe(202);
    expect(await subjectsTo('Chen@example.org')).toEqual(['You already have a Veld account', 'You already have a Veld account']);
    // Closing the account of the thief leaves the mails of the owner.
    expect((await veld.call(requestPassword, { body: { email: 'chen@example.org' } })).status).toBe(202);
    await veld.context.jobs.drain();
    expect((await veld.call(confirmPassword, { body: { current_password: OTHER_PASSWORD } }, thief.token)).status).toBe(204);
    await veld.fetch('/api/delete-account', { method: 'POST', headers: { authorization: `Bearer ${thief.token}` } });
    expect(await subjectsTo('chen@example.org')).toContain('Reset your Veld password');
    expect(await subjectsTo('Chen@example.org')).not.toContain('Your Veld account is closed');
  });

  it('only one of several accounts can confirm an address, and each stays usable', async () => {
    const [first, second] = [(await join('dora')).body, (await join('other dora', 'dora@example.org', OTHER_PASSWORD)).body];
    const tokens = (await mailsTo('dora@example.org')).map((mail) => /reset\/([A-Za-z0-9_-]{43})/.exec(mail.body)![1]!);
    expect(tokens).toHaveLength(2);
    const confirmed = await Promise.all(tokens.map(confirm));
    expect(confirmed.map((response) => response.status).toSorted()).toEqual([204, 422]);
    expect(confirmed.find((response) => response.status === 422)!.problem.errors).toEqual({
      token: ['An account with this email already exists.'],
    });
    expect((await logIn('dora@example.org')).body.data.id).toBe(first.data.id);
    expect((await logIn('dora@example.org', OTHER_PASSWORD)).body.data.id).toBe(second.data.id);
  });

  it('a link works for 7 days, and another can be requested', async () => {
    const emil = (await join('emil')).body;
    const late = await tokenTo('emil@example.org');
    now = new Date(now.getTime() + 7 * 86_400_000 + 1000);
    expect((await confirm(late)).status).toBe(422);
    expect((await veld.call(requestConfirmation, {}, emil.token)).status).toBe(202);
    expect((await confirm(await tokenTo('emil@example.org'))).status).toBe(204);
    const before = await mailsTo('emil@example.org');
    expect((await veld.call(requestConfirmation, {}, emil.token)).status).toBe(202);
    expect(await mailsTo('emil@example.org'), 'nothing left to confirm').toHaveLength(before.length);
  });

  it('a new address applies once it is confirmed, and both addresses get a mail', async () => {
    const finn = (await join('finn')).body;
    await confirm(await tokenTo('finn@example.org'));
    const changed = (await veld.call(patchAccount, { body: { email: 'finn@new.example', current_password: PASSWORD } }, finn.token)).body
      .data;
    expect(changed).toMatchObject({ email: 'finn@example.org', email_confirmed: true, pending_email: 'finn@new.example' });
    expect((await logIn('finn@new.example')).status).toBe(401);
    expect((await logIn('finn@example.org')).status).toBe(200);
    const token = await tokenTo('finn@new.example');
    expect((await confirm(token)).status).toBe(204);
    expect((await confirm(token)).status, 'repeated').toBe(204);
    expect((await veld.call(getUser, {}, finn.token)).body).toMatchObject({ email: 'finn@new.example', pending_email: null });
    expect((await logIn('finn@new.example')).status).toBe(200);
    expect((await logIn('finn@example.org')).status).toBe(401);
    expect(await subjectsTo('finn@example.org')).toEqual(['Confirm your email for Veld', 'The email of your Veld account was changed']);
    expect(await subjectsTo('finn@new.example')).toEqual(['Confirm your email for Veld', 'This is now the email of your Veld account']);
  });

  it('a link for an address that was replaced no longer works', async () => {
    const gina = (await join('gina')).body;
    const change = (email: string) => veld.call(patchAccount, { body: { email, current_password: PASSWORD } }, gina.token);
    await change('wrong@new.example');
    const wrong = await tokenTo('wrong@new.example');
    await change('right@new.example');
    expect((await confirm(wrong)).status).toBe(422);
    expect((await confirm(await tokenTo('right@new.example'))).status).toBe(204);
    expect((await veld.call(getUser, {}, gina.token)).body).toMatchObject({ email: 'right@new.example', email_confirmed: true });
  });

  it('a password mail confirms the address too, and goes to the owner of several accounts', async () => {
    await join('hugo');
    expect((await veld.call(requestPassword, { body: { email: 'hugo@example.org' } })).status).toBe(202);
    await veld.context.jobs.drain();
    const token = await tokenTo('hugo@example.org');
    expect((await veld.call(resetPassword, { body: { token, password: OTHER_PASSWORD } })).status).toBe(204);
    const hugo = (await logIn('hugo@example.org', OTHER_PASSWORD)).body;
    expect(hugo.data.email_confirmed).toBe(true);
    await join('thief', 'hugo@example.org', 'a long walk in the rain');
    await veld.call(requestPassword, { body: { email: 'hugo@example.org' } });
    await veld.context.jobs.drain();
    await veld.call(resetPassword, { body: { token: await tokenTo('hugo@example.org'), password: PASSWORD } });
    expect((await logIn('hugo@example.org')).body.data.id).toBe(hugo.data.id);
  });

  it('a server that cannot reach its mail server still lets people register and record', async () => {
    const ines = (await join('ines')).body;
    await veld.context.jobs.drain();
    expect((await veld.call(getUser, {}, ines.token)).status).toBe(200);
    expect((await logIn('ines@example.org')).status).toBe(200);
  });
});

describe('mails with links', () => {
  it('are limited to 5 an hour for a person and for an address', async () => {
    veld = await testServer({ ...MAIL, LIMIT_RESET: '' }, { now: tick });
    try {
      const { token } = (await join('anna')).body;
      const again = async () => (await veld.call(requestConfirmation, {}, token)).status;
      expect([await again(), await again(), await again(), await again(), await again()]).toEqual([202, 202, 202, 202, 202]);
      expect(await again()).toBe(429);
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) statuses.push((await join('x', 'ANNA@example.org', `${OTHER_PASSWORD} ${count}`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    } finally {
      await veld.close();
    }
  });
});
