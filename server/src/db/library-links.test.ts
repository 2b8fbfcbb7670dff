import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLinks } from './embedded.ts';

describe('the library links of the embedded database', () => {
  let native: string;
  const link = () => readlinkSync(join(native, 'lib/libicuuc.so.60'));

  beforeEach(() => {
    native = join(mkdtempSync(join(tmpdir(), 'veld-links-')), 'postgres-18');
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib/libicuuc.so.60.2'), '');
    const links = [{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }];
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  });
  afterEach(() => rmSync(join(native, '..'), { recursive: true, force: true }));

  it('are created if missing and otherwise left alone', () => {
    withLinks(native);
    expect(link()).toBe('libicuuc.so.60.2');
    withLinks(native);
    expect(link()).toBe('libicuuc.so.60.2');
  });

  it('are replaced if they point to another installation', () => {
    symlinkSync('/gone/node_modules/lib/libicuuc.so.60.2', join(native, 'lib/libicuuc.so.60'));
    withLinks(native);
    expect(link()).toBe('libicuuc.so.60.2');
  });
});
