import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { register, UPLOADS_PATH } from '@veld/contract';
import { originalFiles, sha256OfFile } from '../faults/originals.ts';
import { type RunningVeld, startVeld } from '../server.ts';

export interface Cut {
  stored: number;
  cuts: number;
  torn: number;
}

/**
 * Uploads photos over connections that are cut at random bytes, resumes at the offset that the server reports, and compares the
 * stored files with what was sent. `torn` counts the files that differ.
 */
export async function cutUploads({ uploads, random }: { uploads: number; random: () => number }): Promise<Cut> {
  const veld = await startVeld();
  const known = new Set<string>();
  const result: Cut = { stored: 0, cuts: 0, torn: 0 };
  try {
    const token = await newPerson(veld);
    for (let done = 0; done < uploads; done++) {
      const id = randomUUID();
      const bytes = randomBytes(1000 + Math.floor(random() * 200_000));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await announce(veld, token, id, sha256, bytes.length);
      result.cuts += await sendCut(veld, token, id, bytes, random);
      const path = originalFiles(veld.dataDir).find((file) => !known.has(file));
      if (path === undefined) continue;
      known.add(path);
      result.stored++;
      if (sha256OfFile(path) !== sha256) result.torn++;
      process.stdout.write(`\rupload ${done + 1}/${uploads}, ${result.cuts} cuts `);
    }
    process.stdout.write('\n');
    return result;
  } finally {
    await veld.remove();
  }
}

async function newPerson(veld: RunningVeld): Promise<string> {
  const response = await fetch(veld.url + register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'anna', email: 'anna@example.org', password: 'a long walk in the rain' }),
  });
  return ((await response.json()) as { token: string }).token;
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' });
const encoded = (text: string) => Buffer.from(text).toString('base64');

async function announce(veld: RunningVeld, token: string, id: string, sha256: string, length: number): Promise<void> {
  const metadata = `id ${encoded(id)},sha256 ${encoded(sha256)},type ${encoded('image/jpeg')}`;
  const response = await fetch(veld.url + UPLOADS_PATH, {
    method: 'POST',
    headers: { ...headersOf(token), 'upload-length': String(length), 'upload-metadata': metadata },
  });
  await response.text();
  if (response.status !== 201) throw new Error(`An upload was refused with ${response.status}`);
}

/** Uploads a photo with one to three cuts. Returns the number of cuts. */
async function sendCut(veld: RunningVeld, token: string, id: string, bytes: Buffer, random: () => number): Promise<number> {
  const url = `${veld.url}${UPLOADS_PATH}/${id}`;
  const wanted = 1 + Math.floor(random() * 3);
  for (let cuts = 0; ;) {
    const head = await fetch(url, { method: 'HEAD', headers: headersOf(token) });
    // The request that was cut holds the upload for a moment.
    if (head.status !== 200) {
      await sleep(20);
      continue;
    }
    const offset = Number(head.headers.get('upload-offset'));
    if (offset >= bytes.length) return cuts;
    const rest = bytes.subarray(offset);
    if (cuts < wanted) {
      await sendPart(url, token, offset, rest, Math.floor(random() * rest.length));
      cuts++;
    } else {
      await sendPart(url, token, offset, rest, rest.length);
    }
  }
}

/** Announces all of `rest` and sends its first `length` bytes; then cuts the connection, unless that was everything. */
function sendPart(url: string, token: string, offset: number, rest: Buffer, length: number): Promise<void> {
  return new Promise((done) => {
    const headers = {
      ...headersOf(token),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(rest.length),
    };
    const sent = request(url, { method: 'PATCH', headers }, (response) => {
      response.resume();
      response.once('end', () => done());
    });
    sent.once('error', () => done());
    sent.once('close', () => done());
    if (length >= rest.length) sent.end(rest);
    else sent.write(rest.subarray(0, length), () => setImmediate(() => sent.destroy()));
  });
}
