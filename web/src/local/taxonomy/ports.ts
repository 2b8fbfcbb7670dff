import type { BodyOf, CallInput, TaxonomyPage, TaxonomyUpdates, checkTaxonomyUpdates, getTaxonomy, logTaxonomy } from '@veld/contract';
import type { Clock } from '../device/clock';
import type { Announcement } from './announcements';
import type { StartBuild } from './build-copy';
import type { TaxonomyDatabase } from './database';

export type PageQuery = NonNullable<CallInput<typeof getTaxonomy>['query']>;
export type CheckQuery = NonNullable<CallInput<typeof checkTaxonomyUpdates>['query']>;
export type TaxonomyLog = BodyOf<typeof logTaxonomy>;

/** Who is logged in, as far as an update cares. Read anew before every page. */
export interface TaxonomySession {
  /** User and token are both present. */
  loggedIn: boolean;
  /** Null: no country copy is kept. */
  country: string | null;
  /** The locale of the app. */
  locale: string;
  /** Up to two further languages a user wants names in. */
  nameLanguages: readonly string[];
  /** The user's `taxonomy_debug`: progress is shown to nobody else. */
  debug: boolean;
}

export interface ProgressNotice {
  type: 'ongoing' | 'positive' | 'negative';
  text: string;
}

/** All that an update touches outside itself, so that tests can stand in for it. */
export interface UpdatePorts {
  db: TaxonomyDatabase;
  clock: Clock;
  /** Rejects where no page could be had, for whatever reason. */
  fetchPage(query: PageQuery): Promise<TaxonomyPage>;
  checkUpdates(query: CheckQuery): Promise<TaxonomyUpdates>;
  /** Tells the server why an update stopped. Never waited for; a failure is swallowed. */
  sendLog(log: TaxonomyLog): Promise<unknown>;
  session(): TaxonomySession;
  online(): boolean;
  /** Runs `work` only where no other tab does; answers whether it ran. */
  withLock(work: () => Promise<void>): Promise<boolean>;
  /** A uuid of this page load. */
  processId: string;
  /** Shows progress to the debug user. */
  notify(notice: ProgressNotice): void;
  announce(announcement: Announcement): void;
  /** Makes the index over the rows of a copy: away from the page where that is possible. */
  startBuild: StartBuild;
}

/** One update over all tabs, by the browser's locks; where it has none, the process id in the record guards alone. */
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
