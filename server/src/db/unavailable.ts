import { readErrorCode, readErrorPart } from '../thrown.ts';

/**
 * Of SQLSTATE. 08: connection; 53: resources; 57P: shutdown; 57014: cancelled; 55P03: lock timeout; 40: serialization, deadlock, and on a
 * replica a conflict with what it replays.
 */
const PASSING = /^(08...|53...|57P..|57014|55P03|40...)$/;
/** Of Node, where nothing answers at the address, or the name is not known at the moment. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Of the driver, which gives these no code. */
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool/;

/** Whether the database cannot do this now, but may in a moment: it is away, busy, starting, or takes no writes until another one is the primary. */
export function isUnavailable(error: unknown): boolean {
  const code = readErrorCode(error) ?? '';
  return (
    isReadOnly(error) ||
    isOfStandby(error) ||
    PASSING.test(code) ||
    UNREACHABLE.has(code) ||
    DRIVER.test(readErrorPart(error, 'message') ?? '')
  );
}

/** Whether a write was refused because the database is a standby, or takes no writes for another reason. */
export function isReadOnly(error: unknown): boolean {
  return readErrorCode(error) === '25006';
}

/** Whether something was asked that only a primary knows. */
function isOfStandby(error: unknown): boolean {
  return readErrorCode(error) === '55000' && /^pg_(?:current_wal|walfile)/.test(readErrorPart(error, 'routine') ?? '');
}
