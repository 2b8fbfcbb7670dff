/** What a failed write did not store, as the error says. */
export type UnsavedKind =
  | 'observation'
  | 'photo'
  | 'draft'
  | 'deletion'
  | 'settings'
  | 'login'
  | 'server_copy'
  | 'sending'
  | 'journey'
  | 'track';

/** The disk is full. The write had no effect. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
  readonly unsaved: UnsavedKind;
  constructor(unsaved: UnsavedKind, cause: unknown) {
    super(`No space on the device: ${unsaved} was not stored`, { cause });
    this.unsaved = unsaved;
  }
}

/** The database failed twice in a row. The write had no effect. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
  readonly unsaved: UnsavedKind | null;
  constructor(unsaved: UnsavedKind | null, cause: unknown) {
    super(unsaved ? `The device could not store ${unsaved}` : 'The device could not read its data', { cause });
    this.unsaved = unsaved;
  }
}

/** A newer version of the app has changed this database. The user has to update; nothing is deleted. */
export class StorageNewer extends Error {
  override readonly name = 'StorageNewer';
}

/** Another tab runs a newer version of the app and needed the database; this tab has to reload. */
export class StorageGivenUp extends Error {
  override readonly name = 'StorageGivenUp';
}

interface Nested {
  name?: unknown;
  inner?: unknown;
  cause?: unknown;
  failures?: unknown;
}

/** Whether this error, or one nested in it, has one of the names. */
export function isNamed(error: unknown, names: readonly string[], depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, inner, cause, failures }: Nested = error;
  if (typeof name === 'string' && names.includes(name)) return true;
  const nested: unknown[] = [inner, cause, ...(Array.isArray(failures) ? failures : [])];
  return nested.some((one) => isNamed(one, names, depth + 1));
}
