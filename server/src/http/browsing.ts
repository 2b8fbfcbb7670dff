import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { findServerState, setServerState } from '../db/server-state.ts';

/** What visitors without an account may see (decisions 0052 and 0081). */
export interface Visiting {
  isOpen: boolean;
  /** Whether search engines may list the public pages. */
  isIndexed: boolean;
  /** Whether an administrator has chosen. */
  isChosen: boolean;
}

export interface Browsing {
  /** At once if it is known or ALLOW_BROWSING says it. */
  isOpen(): boolean | Promise<boolean>;
  /** At most two seconds old. */
  current(): Visiting | Promise<Visiting>;
  choose(visiting: Omit<Visiting, 'isChosen'>): Promise<void>;
}

const KEY = 'browsing';
/** For this long, a choice that another process stores is not seen. */
const MAX_AGE_MS = 2_000;
/** Of a new installation, until its first administrator chooses. */
const AT_FIRST: Visiting = { isOpen: true, isIndexed: false, isChosen: false };

export function openBrowsing(config: Pick<Config, 'ALLOW_BROWSING'>, db: Db): Browsing {
  let known: Visiting | null = null;
  let readAt = 0;
  let reading: Promise<Visiting> | null = null;
  const read = async () => {
    const visiting = asConfigured(config, parseChoice(await findServerState(db, KEY)));
    known = visiting;
    readAt = performance.now();
    return visiting;
  };
  const current = () => {
    if (known && performance.now() - readAt < MAX_AGE_MS) return known;
    reading ??= read().finally(() => (reading = null));
    return reading;
  };
  return {
    current,
    isOpen() {
      if (config.ALLOW_BROWSING !== null) return config.ALLOW_BROWSING;
      const visiting = current();
      return visiting instanceof Promise ? visiting.then(({ isOpen }) => isOpen) : visiting.isOpen;
    },
    async choose({ isOpen, isIndexed }) {
      await setServerState(db, KEY, JSON.stringify({ isOpen, isIndexed }));
      known = null;
    },
  };
}

function parseChoice(stored: string | undefined): Visiting {
  if (stored === undefined) return AT_FIRST;
  const { isOpen, isIndexed } = JSON.parse(stored) as Visiting;
  return { isOpen, isIndexed, isChosen: true };
}

function asConfigured({ ALLOW_BROWSING: fixed }: Pick<Config, 'ALLOW_BROWSING'>, visiting: Visiting): Visiting {
  return fixed === null ? visiting : { ...visiting, isOpen: fixed };
}
