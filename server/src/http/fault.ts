import { PROBLEMS, type ProblemCode } from '@veld/contract';

export interface FaultDetails {
  /** Message codes by field name, for `validation`. */
  errors?: Record<string, string[]>;
  /** Further members of the problem, such as both versions of a conflict. */
  members?: Record<string, unknown>;
  /** Seconds, for 429 and 503. */
  retryAfter?: number;
}

/** An error that a caller is told of. Anything else thrown is a fault of ours: 500, without its text. */
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

/** 422 for one field; `message` is a key of the messages. */
export function invalid(field: string, message: string): Fault {
  return new Fault('validation', { errors: { [field]: [message] } });
}
