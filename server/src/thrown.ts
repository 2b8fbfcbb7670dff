/** The error that was thrown. JavaScript can throw anything; what is no error becomes the message of one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The code of an error of Node or PostgreSQL, such as `ENOENT`; null where there is none. */
export function readErrorCode(thrown: unknown): string | null {
  return readErrorPart(thrown, 'code');
}

/** For `catch`: the value where a file or folder is not there. Every other error is thrown again. */
export function ifMissing<T>(value: T): (thrown: unknown) => T {
  return (thrown) => {
    if (readErrorCode(thrown) === 'ENOENT') return value;
    throw thrown;
  };
}

/** A text that errors of some libraries have besides their message; null where there is none. */
export function readErrorPart(thrown: unknown, name: string): string | null {
  if (typeof thrown !== 'object' || thrown === null || !(name in thrown)) return null;
  const part: unknown = Reflect.get(thrown, name);
  return typeof part === 'string' ? part : null;
}
