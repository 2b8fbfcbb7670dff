import type {
  BodyOf,
  CallInput,
  OnDelete,
  User,
  login as loginRoute,
  patchAccount as patchAccountRoute,
  register as registerRoute,
} from '@veld/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { VeldDatabase } from '../db/database';
import type { Clock } from '../device/clock';
import type { Api } from '../net/api';
import type { AuthState } from './auth-state';
import type { Revocations } from './revocations';
import type { UserChange } from '../changes/accounts';

export interface AuthEvents {
  /** Awaited; only afterwards is the country stored as handled. */
  countryChanged: (country: string | null, before: string | null) => unknown;
  preferredLanguage: (language: string) => unknown;
  /** The login cancelled the deletion of the account. */
  reopened: () => unknown;
  /** The address of the person who has just logged in is used by other accounts too. */
  emailShared: () => unknown;
}

export interface AuthParts {
  database: VeldDatabase;
  api: Api;
  revocations: Revocations;
  clock?: Clock;
  isOnline: () => boolean;
  /** The language of the app. */
  language: () => string;
  appVersion: string;
  timezone?: () => string;
  deviceName?: () => string;
  /** Identifies this device, so that the server can report what it had not sent. */
  deviceId?: () => Promise<string>;
  /** Makes the service worker delete private pictures. */
  clearPrivateCaches?: () => void;
}

export type LoginBody = CallInput<typeof loginRoute>['body'];
export type RegisterBody = CallInput<typeof registerRoute>['body'];
export type AccountPatch = BodyOf<typeof patchAccountRoute>;

export interface DeleteAccountOptions {
  /** Another account, deleted by an admin: the call may fail, and nobody is logged out. */
  userId?: string;
  onDelete?: OnDelete;
  /** Who takes over from the last admin. */
  successorId?: string;
  /** The id of the confirmation of the password, which the server accepts however late the request arrives. */
  confirmation?: string;
}

export interface Auth {
  store: StoreApi<AuthState>;
  /** Resolves once the stored state has been read. */
  ready(): Promise<AuthState>;
  state(): AuthState;
  /** Whether there is a user. */
  check(): boolean;
  /** Whether there are a user and a token. */
  loggedIn(): boolean;
  login(body: LoginBody): Promise<User>;
  register(body: RegisterBody): Promise<User>;
  /** Resolves once this device has cleared the session; the server is notified when it can be reached. */
  logout(): Promise<void>;
  /** Deletes the user's account, or that of `userId`. Rejects, with the user still logged in, if an admin cannot be deleted now. */
  deleteAccount(options?: DeleteAccountOptions): Promise<void>;
  /** Never throws; null if the request was skipped or failed. */
  fetchUser(options?: { force?: boolean }): Promise<User | null>;
  /** Changes name, email, password or country; needs the network. */
  patchAccount(body: AccountPatch): Promise<User>;
  /** Changes a setting: shown at once, sent by the outbox. */
  change(change: UserChange): Promise<void>;
  /** Stores the user that the server sent for this token. */
  storeUser(user: User, token: string): Promise<void>;
  /** Drops a token that the server rejected: the user stays and has to log in again. */
  dropToken(token: string): Promise<void>;
  on<E extends keyof AuthEvents>(event: E, listener: AuthEvents[E]): () => void;
  /** Follows changes in other tabs. Returns a stop function. */
  start(): () => void;
  /** Resolves once the effects of a changed country have run. */
  settled(): Promise<void>;
}
