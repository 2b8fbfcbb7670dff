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

  it('accepts what is allowed', () => {
    expect(
      rulesFor({
        'contract/src/a.ts': "import { METRES_PER_DEGREE } from '@veld/geometry';\nimport { z } from 'zod/mini';",
        'geography/src/a.ts': "import { METRES_PER_DEGREE } from '@veld/geometry';",
        'server/src/http/serve.ts': "import { route } from '@veld/contract';",
        'server/src/features/feed/routes.ts':
          "import { present } from '../observations/present.ts';\nimport { serve } from '../../http/serve.ts';",
        'server/src/features/observations/present.ts': 'export const present = 1;',
      }),
    ).toEqual([]);
  });

  it.each([
    ['a package in the taxonomy engine', { 'taxonomy/src/a.ts': "import x from 'lodash';" }, /taxonomy imports no package/],
    ['a package in geometry', { 'geometry/src/a.ts': "import x from '@turf/area';" }, /geometry imports no package/],
    [
      'the contract in geometry',
      { 'geometry/src/a.ts': "import '../../contract/src/b.ts';", 'contract/src/b.ts': '' },
      /no other workspace/,
    ],
    ['another package in geography', { 'geography/src/a.ts': "import x from 'pmtiles';" }, /only the country coder and geometry/],
    ['the builder in geography', { 'geography/src/a.ts': "import '../build/b.ts';", 'geography/build/b.ts': '' }, /only the builder/],
    ['more than zod in the contract', { 'contract/src/a.ts': "import x from 'dexie';" }, /only zod\/mini/],
    ['all of zod in the contract', { 'contract/src/a.ts': "import { z } from 'zod';" }, /only zod\/mini/],
    ['the server in the web app', { 'web/src/app/a.ts': "import x from '@veld/server';" }, /never imports the server/],
    ['the web app in the server', { 'server/src/http/a.ts': "import x from '@veld/web';" }, /never imports the web app/],
    [
      'another workspace by its path',
      { 'web/src/app/a.ts': "import '../../../contract/src/b';", 'contract/src/b.ts': '' },
      /contract, taxonomy, geography and geometry by name/,
    ],
    ['React in local', { 'web/src/local/a.ts': "import { useState } from 'react';" }, /no React/],
    [
      'a later feature',
      { 'server/src/features/accounts/a.ts': "import '../feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /feed comes after it/,
    ],
    [
      'a later feature that only the web app has',
      { 'web/src/features/observations/a.ts': "import '../recording/data';", 'web/src/features/recording/data.ts': '' },
      /recording comes after it/,
    ],
    [
      'a feature that is not in the list',
      { 'server/src/features/gadgets/a.ts': "import '../feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /gadgets is not in/,
    ],
    [
      'a feature below the features',
      { 'server/src/http/a.ts': "import '../features/feed/b.ts';", 'server/src/features/feed/b.ts': '' },
      /http knows no feature/,
    ],
    [
      'a feature in a new layer',
      { 'web/src/sensors/a.ts': "import '../features/feed/data';", 'web/src/features/feed/data.ts': '' },
      /sensors knows no feature/,
    ],
    [
      'the server’s entry file in a layer',
      { 'server/src/jobs/a.ts': "import '../server.ts';", 'server/src/server.ts': '' },
      /does not import what starts it/,
    ],
    ['test tools in the product', { 'server/src/db/a.ts': "import '../testing/b.ts';", 'server/src/testing/b.ts': '' }, /only tests/],
    ['local in ui', { 'web/src/ui/a.tsx': "import '../local/b';", 'web/src/local/b.ts': '' }, /ui imports only ui/],
    ['ui in local', { 'web/src/local/a.ts': "import '../ui/b';", 'web/src/ui/b.tsx': '' }, /local imports no ui/],
    [
      'an upper folder of local in a lower one',
      { 'web/src/local/db/a.ts': "import '../records/b';", 'web/src/local/records/b.ts': '' },
      /local\/db is below .*local\/records/,
    ],
    ['a folder of local without a place in the order', { 'web/src/local/gadgets/a.ts': '' }, /has no place in the order/],
    [
      'an upper folder of taxonomy in a lower one',
      { 'taxonomy/src/text/a.ts': "import '../search/b.ts';", 'taxonomy/src/search/b.ts': '' },
      /text is below .*search/,
    ],
    [
      'an upper folder of shared in a lower one',
      { 'web/src/shared/session/a.ts': "import '../records/b';", 'web/src/shared/records/b.ts': '' },
      /shared\/session is below .*shared\/records/,
    ],
    ['a folder of shared without a place in the order', { 'web/src/shared/gadgets/a.ts': '' }, /has no place in the order/],
    [
      'a feature in what features share',
      { 'web/src/shared/records/a.ts': "import '../../features/feed/b';", 'web/src/features/feed/b.ts': '' },
      /shared knows no feature/,
    ],
    [
      'what features share in local',
      { 'web/src/local/app/a.ts': "import '../../shared/session/b';", 'web/src/shared/session/b.ts': '' },
      /local is below shared/,
    ],
    ['a folder of taxonomy without a place in the order', { 'taxonomy/src/gadgets/a.ts': '' }, /has no place in the order/],
    [
      'a lazy import of the app in a feature',
      { 'web/src/features/feed/a.tsx': "const x = import('../../app/b');", 'web/src/app/b.tsx': '' },
      /do not import the app/,
    ],
    [
      'the screen of another feature',
      { 'web/src/features/community/a.tsx': "import '../feed/FeedScreen';", 'web/src/features/feed/FeedScreen.tsx': '' },
      /only the app imports screens/,
    ],
    [
      'an import cycle of files',
      { 'server/src/db/a.ts': "import './b.ts';", 'server/src/db/b.ts': "import './a.ts';" },
      /a\.ts → .*b\.ts → .*a\.ts/,
    ],
    [
      'an import cycle of layers',
      {
        'server/src/db/a.ts': "import '../mail/b.ts';",
        'server/src/mail/b.ts': '',
        'server/src/mail/c.ts': "import '../db/d.ts';",
        'server/src/db/d.ts': '',
      },
      /layers import in a circle: .*db → .*mail → .*db/,
    ],
    [
      'a folder with too many files',
      Object.fromEntries(Array.from({ length: 46 }, (_, index) => [`server/src/db/file-${index}.ts`, ''])),
      /holds 46 code files/,
    ],
  ])('reports %s', (_, files, rule) => {
    expect(rulesFor(files as Record<string, string>)).toEqual([expect.stringMatching(rule)]);
  });

  it.each([
    ['by its property', 'const draft = await database.drafts.get(id);'],
    ['of the current database', 'currentDatabase().drafts.clear();'],
    ['through another name', "open(userId).drafts.where('id').equals(id);"],
    ['by name', "db.table('drafts').clear();"],
    ['by destructuring', 'const { name, drafts } = openUserDatabase(userId);'],
  ])('reports the use of a device table %s in a feature', (_, code) => {
    const files = {
      'web/src/local/db/database.ts': 'class UserDatabase { declare readonly drafts: Table<LocalDraft, string>; }',
      'web/src/features/feed/data.ts': code,
      'web/src/features/feed/data.test.ts': code,
      'web/src/features/feed/list.ts': 'const count = person.drafts; board.drafts.map(nameOf);',
    };
    expect(rulesFor(files)).toEqual([expect.stringMatching(/device table drafts/)]);
  });
});
