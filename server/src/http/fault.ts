import { PROBLEMS, type ProblemCode } from '@veld/contract';

export interface FaultDetails {
  /** Message keys by field name, for `validation`. */
  errors?: Record<string, string[]>;
  /** Additional members of the problem, such as both versions of a conflict. */
  members?: Record<string, unknown>;
  /** Seconds, for 429 and 503. */
  retryAfter?: number;
}

/** An error that is reported to the client. Any other error is a bug: the client gets 500 without the message. */
export class Fault extends Error {
  readonly code: ProblemCode;
  readonly details: FaultDetails;

  constructor(code: ProblemCode, details: FaultDetails = {}) {
    super(code);
    this.name = 'Fault';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return PROBLEMS[this.code];
  }
}

/** A 422 for one field; `message` is a message key. */
export function invalid(field: string, message: string): Fault {
  return new Fault('validation', { errors: { [field]: [message] } });
}
