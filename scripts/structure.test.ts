import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findStyleBreaches } from './structure.ts';

describe('CSS modules', () => {
  let root: string;
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function breachesOf(files: Record<string, string>) {
    root = mkdtempSync(join(tmpdir(), 'veld-styles-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return findStyleBreaches(root);
  }
  const lines = (count: number) => '.a {}\n'.repeat(count);

  it('may have 200 lines, next to their component', () => {
    expect(
      breachesOf({ 'web/src/ui/Card.module.css': lines(200), 'web/src/ui/Card.tsx': "import classes from './Card.module.css';" }),
    ).toEqual([]);
  });

  it('may be shared from a folder above, within the feature', () => {
    expect(
      breachesOf({
        'web/src/features/recording/fields.module.css': lines(1),
        'web/src/features/recording/count/CountTable.tsx': "import shared from '../fields.module.css';",
      }),
    ).toEqual([]);
  });

  it('are reported when no component imports them', () => {
    expect(breachesOf({ 'web/src/ui/Card.module.css': lines(1), 'web/src/ui/Card.tsx': 'export const Card = null;' })).toEqual([
      { file: 'web/src/ui/Card.module.css', rule: 'is a CSS module that no component imports' },
    ]);
  });

  it('are reported when folders of shared have one in common', () => {
    expect(
      breachesOf({
        'web/src/shared/cards.module.css': lines(1),
        'web/src/shared/records/Record.tsx': "import classes from '../cards.module.css';",
      }),
    ).toEqual([{ file: 'web/src/shared/records/Record.tsx', rule: 'imports ../cards.module.css: a CSS module lies beside its component' }]);
  });

  it('are reported when they are longer, in a folder below their component, or in another feature', () => {
    expect(
      breachesOf({
        'web/src/ui/Card.module.css': lines(201),
        'web/src/features/tally/parts/TallyGrid.module.css': lines(1),
        'web/src/features/tally/TallyScreen.tsx': "import classes from './parts/TallyGrid.module.css';",
        'web/src/features/feed/Feed.tsx': "import card from '../../ui/Card.module.css';",
      }),
    ).toEqual([
      { file: 'web/src/ui/Card.module.css', rule: 'has 201 lines; 200 is the limit for a CSS module' },
      { file: 'web/src/features/feed/Feed.tsx', rule: 'imports ../../ui/Card.module.css: a CSS module lies beside its component' },
      {
        file: 'web/src/features/tally/TallyScreen.tsx',
        rule: 'imports ./parts/TallyGrid.module.css: a CSS module lies beside its component',
      },
    ]);
  });
});
