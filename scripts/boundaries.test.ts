import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBreaches } from './boundaries.ts';

describe('boundaries', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function rulesFor(files: Record<string, string>): string[] {
    folder = mkdtempSync(join(tmpdir(), 'veld-boundaries-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return findBreaches(folder).map((breach) => breach.rule);
  }

  it('lets what is allowed pass', () => {
    expect(
      rulesFor({
        'contract/src/a.ts': "import { z } from 'zod/mini';",
        'server/src/http/serve.ts': "import { route } from '@veld/contract';",
        'server/src/features/feed/routes.ts':
          "import { present } from '../observations/present.ts';\nimport { serve } from '../../http/serve.ts';",
        'server/src/features/observations/present.ts': 'export const present = 1;',
      }),
    ).toEqual([]);
  });

  it.each([
    ['a package in the taxonomy engine', { 'taxonomy/src/a.ts': "import x from 'lodash';" }, /taxonomy imports nothing/],
    ['more than zod in the contract', { 'contract/src/a.ts': "import x from 'dexie';" }, /zod\/mini only/],
    ['all of zod in the contract', { 'contract/src/a.ts': "import { z } from 'zod';" }, /zod\/mini only/],
    ['the server in the web', { 'web/src/app/a.ts': "import x from '@veld/server';" }, /never imports the server/],
    ['React in local', { 'web/src/local/a.ts': "import { useState } from 'react';" }, /no React/],
    [
      'a later feature',
      { 'server/src/features/accounts/a.ts': "import '../feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /comes after it/,
    ],
    [
      'a feature outside the line',
      { 'server/src/features/gadgets/a.ts': "import '../feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /gadgets is not in the line/,
    ],
    [
      'a feature below the features',
      { 'server/src/http/a.ts': "import '../features/feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /knows no feature/,
    ],
    ['local in ui', { 'web/src/ui/a.tsx': "import '../local/b';", 'web/src/local/b.ts': '' }, /ui knows nothing/],
    [
      'a lazy import of the app in a feature',
      { 'web/src/features/feed/a.tsx': "const x = import('../../app/b');", 'web/src/app/b.tsx': '' },
      /do not know the app/,
    ],
    ['a circle', { 'server/src/db/a.ts': "import './b.ts';", 'server/src/db/b.ts': "import './a.ts';" }, /circle/],
  ])('reports %s', (_, files, rule) => {
    expect(rulesFor(files as Record<string, string>)).toEqual([expect.stringMatching(rule)]);
  });
});
