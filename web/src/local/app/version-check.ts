import { type Clock, systemClock } from '../device/clock';
import type { VeldDatabase } from '../db/database';
import type { NetworkState } from '../net/network';
import type { VersionAnswer } from '../db/rows';

type Answer = Pick<VersionAnswer, 'update_required' | 'update_url' | 'recommended_version'>;

export interface VersionCheckParts {
  clock?: Clock;
  /** The version of this app. */
  version: string;
  network: () => NetworkState;
  /** The call to the server. */
  ask: (version: string) => Promise<Answer>;
  database: VeldDatabase;
  goToAppUpdate: (updateUrl: string | null) => void;
}

const FIRST_MS = 2000;
const ONLINE_MS = 5 * 60_000;
const OFFLINE_MS = 30_000;
const OFFLINE_BEFORE_FIRST_MS = 5000;
const CACHE_MS = 10_000;

/** The server's last answer for this version, whatever its age. */
export function storedAnswer(database: VeldDatabase, version: string): Promise<VersionAnswer | undefined> {
  return database.read(() => database.versionAnswers.get(version));
}

/**
 * Checks whether the server still supports this version (decision 0025). Online: every 5 minutes, after failures too. Offline: looks
 * again after 30 s, or 5 s before the first answer. A required update ends the loop until the next launch. Returns a function that
 * stops the loop.
 */
export function startVersionCheck(parts: VersionCheckParts): () => void {
  const clock = parts.clock ?? systemClock;
  let hasAnswered = false;
  let isStopped = false;
  let cancel = clock.after(FIRST_MS, () => void check());

  async function check() {
    let next: number;
    if (parts.network() === 'online') {
      const answer = await answerOrNull();
      if (isStopped) return;
      if (answer) hasAnswered = true;
      if (answer?.update_required) {
        isStopped = true;
        parts.goToAppUpdate(answer.update_url);
        return;
      }
      next = ONLINE_MS;
    } else {
      next = hasAnswered ? OFFLINE_MS : OFFLINE_BEFORE_FIRST_MS;
    }
    cancel = clock.after(next, () => void check());
  }

  async function answerOrNull(): Promise<Answer | null> {
    try {
      return (await cachedAnswer()) ?? (await freshAnswer());
    } catch {
      return null;
    }
  }

  async function cachedAnswer(): Promise<Answer | null> {
    const stored = await storedAnswer(parts.database, parts.version).catch(() => undefined);
    const age = stored ? clock.now() - stored.at : -1;
    return stored && age >= 0 && age < CACHE_MS ? stored : null;
  }

  async function freshAnswer(): Promise<Answer> {
    const { update_required, update_url, recommended_version = null } = await parts.ask(parts.version);
    const { versionAnswers } = parts.database;
    await parts.database
      .write('settings', [versionAnswers], () =>
        versionAnswers.put({ version: parts.version, update_required, update_url, recommended_version, at: clock.now() }),
      )
      .catch(() => undefined);
    return { update_required, update_url };
  }

  return () => {
    isStopped = true;
    cancel();
  };
}
