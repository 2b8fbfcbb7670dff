import type { BodyOf, CallInput, TaxonomyPage, TaxonomyUpdates, checkTaxonomyUpdates, getTaxonomy, logTaxonomy } from '@veld/contract';
import type { Clock } from '../device/clock';
import type { CopyChange } from './stored-copies';
import type { StartBuild } from './build-copy';
import type { TaxonomyDatabase } from './database';

export type PageQuery = NonNullable<CallInput<typeof getTaxonomy>['query']>;
export type CheckQuery = NonNullable<CallInput<typeof checkTaxonomyUpdates>['query']>;
export type TaxonomyLog = BodyOf<typeof logTaxonomy>;

/** The session, as far as an update depends on it. Read again before every page. */
export interface TaxonomySession {
  /** Both user and token are present. */
  loggedIn: boolean;
  /** Null: no country copy. */
  country: string | null;
  /** The locale of the app. */
  locale: string;
  /** Up to two additional languages for names. */
  nameLanguages: readonly string[];
  /** The user's `taxonomy_debug`: shows progress notices. */
  debug: boolean;
}

export interface ProgressNotice {
  type: 'ongoing' | 'positive' | 'negative';
  text: string;
}

/** The external dependencies of an update, replaceable in tests. */
export interface UpdatePorts {
  db: TaxonomyDatabase;
  clock: Clock;
  /** Rejects if the page could not be fetched, for whatever reason. */
  fetchPage(query: PageQuery): Promise<TaxonomyPage>;
  checkUpdates(query: CheckQuery): Promise<TaxonomyUpdates>;
  /** Reports to the server why an update stopped. Fire and forget. */
  sendLog(log: TaxonomyLog): Promise<unknown>;
  session(): TaxonomySession;
  online(): boolean;
  /** Runs `work` unless another tab holds the lock; resolves to whether it ran. */
  withLock(work: () => Promise<void>): Promise<boolean>;
  /** A UUID of this page load. */
  processId: string;
  /** Shows progress to debug users. */
  notify(notice: ProgressNotice): void;
  announce(announcement: CopyChange): void;
  /** Builds the index of a copy, in a worker if possible. */
  startBuild: StartBuild;
}

/**
 * Allows one update at a time across tabs, with the Web Locks API. Without it, only the process id in the record protects
 * against duplicates.
 */
export async function withCrossTabLock(work: () => Promise<void>): Promise<boolean> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) {
    await work();
    return true;
  }
  return navigator.locks.request('veld-taxonomy-update', { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
}
