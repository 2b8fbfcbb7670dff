import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BackupFault } from './format.ts';

/**
 * Asks for a passphrase at a terminal without showing it, twice if it is a new one. Null if it is empty, or if there is no terminal. Throws a
 * `BackupFault` if the second is another one.
 */
export async function askPassphrase(question: string, isNew: boolean): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const first = await askHidden(question);
  if (first === '') return null;
  if (isNew && (await askHidden('The same again: ')) !== first) throw new BackupFault('The two passphrases differ.');
  return first;
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
