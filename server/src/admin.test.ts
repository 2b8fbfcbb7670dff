import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { getUser, listIdentifications, putIdentification } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from './testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

const COMMAND = join(import.meta.dirname, 'admin.ts');

/** Runs the command as its own process, beside a running server. */
describe('npm run admin', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  function admin(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: veld.databaseUrl,
        DATA_DIR: veld.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((done) => child.once('close', (code) => done({ code, output })));
  }

  it('grants and revokes the role with immediate effect, and lists the administrators', async () => {
    const anna = await person(veld, 'anna');
    const roles = async () => (await veld.call(getUser, {}, anna.token)).body.roles;
    expect(await admin('list')).toEqual({ code: 0, output: 'keeper <keeper@example.org>\n' });
    expect(await admin('grant', ' Anna@Example.org')).toEqual({ code: 0, output: 'anna <anna@example.org> is an administrator\n' });
    expect(await roles()).toEqual(['user', 'admin']);
    expect((await admin('list')).output).toBe('keeper <keeper@example.org>\nanna <anna@example.org>\n');
    expect(await admin('revoke', 'anna@example.org')).toEqual({ code: 0, output: 'anna <anna@example.org> is not an administrator\n' });
    expect(await roles()).toEqual(['user']);
  });

  it('does not grant the role to an account that has not confirmed the address', async () => {
    const bram = await person(veld, 'bram');
    await veld.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', bram.user.id).execute();
    expect(await admin('grant', 'bram@example.org')).toEqual({
      code: 1,
      output: 'admin  bram@example.org is not confirmed yet. Open the link in the mail first.\n',
    });
    expect((await veld.call(getUser, {}, bram.token)).body.roles).toEqual(['user']);
  });

  it('makes an expert for a group and a country, whose identifications then confirm records, and withdraws it', async () => {
    await insertTaxa(veld);
    const [dora, emil] = [await person(veld, 'dora'), await person(veld, 'emil')];
    const id = randomUUID();
    const photo = declared(await makePhoto());
    await save(veld, dora, id, draft({ taxon_id: null, verbatim_name: 'a blue bird', media: [photo] }));
    const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
    await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, emil.token);
    const seen = async () => {
      const { quality, identifications } = (await veld.call(listIdentifications, { params: { id } }, dora.token)).body.data;
      return [quality, identifications[0]!.is_expert];
    };
    expect(await admin('experts')).toEqual({ code: 0, output: 'There is no expert\n' });
    expect(await seen()).toEqual(['needs_id', false]);
    const scope = ['--group', 'bird', '--country', 'NL'];
    for (let time = 0; time < 2; time++)
      expect(await admin('grant-expert', 'emil@example.org', ...scope)).toEqual({
        code: 0,
        output: 'emil <emil@example.org> is an expert for bird in NL\n',
      });
    expect(await seen()).toEqual(['confirmed', true]);
    expect((await admin('experts')).output).toBe('emil <emil@example.org> bird in NL\n');
    expect(await admin('revoke-expert', 'emil@example.org')).toEqual({
      code: 1,
      output: 'admin  emil@example.org is not an expert for all groups in all countries\n',
    });
    expect((await admin('revoke-expert', 'emil@example.org', ...scope)).code).toBe(0);
    expect(await seen()).toEqual(['needs_id', false]);
    expect(await admin('grant-expert', 'emil@example.org', '--group', 'birdies')).toEqual({
      code: 1,
      output: 'admin  There is no group birdies\n',
    });
    expect((await admin('grant-expert', 'emil@example.org', '--country', 'Holland')).output).toBe(
      'admin  Holland is not the code of a country\n',
    );
  }, 60_000);

  it('refuses to revoke the last role, and unknown addresses', async () => {
    expect(await admin('revoke', 'keeper@example.org')).toEqual({
      code: 1,
      output: 'admin  keeper@example.org is the last administrator. Grant the role to somebody else first.\n',
    });
    expect((await admin('list')).output).toBe('keeper <keeper@example.org>\n');
    expect((await admin('revoke', 'anna@example.org')).output).toBe('admin  anna@example.org is not an administrator.\n');
    for (const action of ['grant', 'revoke'])
      expect(await admin(action, 'nobody@example.org')).toEqual({
        code: 1,
        output: 'admin  There is no account with the email address nobody@example.org\n',
      });
  });
});
