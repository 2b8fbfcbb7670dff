import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UploadStore } from './upload-store.ts';

describe('the store of incomplete uploads', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'veld-uploads-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('never reads an incomplete upload while it is created again', async () => {
    const store = new UploadStore({ directory });
    const create = () => store.create(new Upload({ id: 'anna.photo', size: 9, offset: 0, metadata: { type: 'image/jpeg' } }));
    await create();
    let isCreating = true;
    const creating = (async () => {
      for (let times = 0; times < 200; times++) await create();
      isCreating = false;
    })();
    const sizes = new Set<number | undefined>();
    const reading = Array.from({ length: 4 }, async () => {
      while (isCreating) sizes.add((await store.getUpload('anna.photo')).size);
    });
    await Promise.all([creating, ...reading]);
    expect(sizes).toEqual(new Set([9]));
  });
});
