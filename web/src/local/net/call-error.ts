import { type Problem, problemCode, type ProblemCode } from '@veld/contract';

/**
 * Why a call failed. `problem`: the server returned a problem document. `network`: no response. `timeout`: no response in time.
 * `not_ours`: a response that is not from Veld (a captive portal, a proxy) or does not match the contract.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: 'problem' | 'network' | 'timeout' | 'not_ours';
  readonly status: number | null;
  readonly problem: Problem | null;
  /** Milliseconds the server asked to wait, or null. */
  readonly retryAfter: number | null;

  constructor(
    kind: CallError['kind'],
    facts: { status?: number; problem?: Problem; retryAfter?: number | null; cause?: unknown; message?: string } = {},
  ) {
    super(facts.message ?? facts.problem?.title ?? kind, { cause: facts.cause });
    this.kind = kind;
    this.status = facts.status ?? null;
    this.problem = facts.problem ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }

  get code(): ProblemCode | null {
    return this.problem ? problemCode(this.problem) : null;
  }

  /** Messages by field name, when the server rejected fields. */
  get fieldErrors(): Record<string, string[]> {
    return this.problem?.errors ?? {};
  }

  /** A response outside 200 to 299, from Veld or not: decision 0023 counts all of them. */
  get isServerResponse(): boolean {
    return this.status !== null && (this.status < 200 || this.status > 299) && this.status !== 0;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function parseRetryAfter(value: string | null | undefined, now: number): number | null {
  if (!value) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
