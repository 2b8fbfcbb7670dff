import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { attemptCounter, type CountAttempt } from './attempts.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Each function counts an attempt and throws 429 if there were too many. Those by network address run before the body is read. */
export interface Limits {
  loginFrom(request: FastifyRequest): Promise<void>;
  /** A known device, by the hash of its secret, has a limit of its own, so that failures elsewhere do not lock it out. */
  login(account: string, knownDevice: string | null): Promise<void>;
  /** Counts a failed login; true for the tenth of an account within a day. Never throws. */
  isTenthFailure(account: string): Promise<boolean>;
  registerFrom(request: FastifyRequest): Promise<void>;
  register(account: string): Promise<void>;
  requestPasswordFrom(request: FastifyRequest): Promise<void>;
  requestPassword(account: string): Promise<void>;
  resetPassword(request: FastifyRequest): Promise<void>;
  /** Tries of the links that confirm an address. */
  confirmEmail(request: FastifyRequest): Promise<void>;
  /** Mails with a link that confirms an address, by user and by address. */
  mailConfirmation(userId: string, account: string): Promise<void>;
  /** Tries of invitation tokens. */
  checkInvite(request: FastifyRequest): Promise<void>;
  /** Changes of the name, because a refused one shows that somebody has a similar name. */
  changeName(userId: string): Promise<void>;
  /** Attempts of a logged-in user to confirm the current password. */
  confirmPassword(userId: string): Promise<void>;
}

/** Rate limits (decision 0020), which all processes on the database share. */
export function createLimits(context: Context): Limits {
  const { config } = context;
  const counter = (kind: string, max: number, windowMs: number) => limiter(attemptCounter(context, kind, windowMs), max);
  const loginAccount = counter('login account', config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const loginAddress = counter('login address', config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const loginDevice = counter('login device', config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const countFailure = attemptCounter(context, 'login failures', DAY_MS);
  const registerAddress = counter('register address', config.LIMIT_REGISTER, HOUR_MS);
  const registerAccount = counter('register account', config.LIMIT_RESET, HOUR_MS);
  const confirmUser = counter('confirm user', config.LIMIT_RESET, HOUR_MS);
  const confirmAccount = counter('confirm account', config.LIMIT_RESET, HOUR_MS);
  const mailAccount = counter('mail account', config.LIMIT_RESET, HOUR_MS);
  const mailAddress = counter('mail address', config.LIMIT_RESET, HOUR_MS);
  const resetAddress = counter('reset address', config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const confirmAddress = counter('confirm address', config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const inviteAddress = counter('invite address', config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const nameChange = counter('name change', config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const confirmation = counter('confirmation', config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  return {
    loginFrom: (request) => loginAddress(readNetwork(request)),
    login: (account, knownDevice) => (knownDevice === null ? loginAccount(account) : loginDevice(`${account} ${knownDevice}`)),
    async isTenthFailure(account) {
      const counted = await countFailure(account).catch(() => null);
      return counted?.count === 10;
    },
    registerFrom: (request) => registerAddress(readNetwork(request)),
    register: (account) => registerAccount(account),
    requestPasswordFrom: (request) => mailAddress(readNetwork(request)),
    requestPassword: (account) => mailAccount(account),
    resetPassword: (request) => resetAddress(readNetwork(request)),
    confirmEmail: (request) => confirmAddress(readNetwork(request)),
    async mailConfirmation(userId, account) {
      await confirmUser(userId);
      await confirmAccount(account);
    },
    checkInvite: (request) => inviteAddress(readNetwork(request)),
    changeName: (userId) => nameChange(userId),
    confirmPassword: (userId) => confirmation(userId),
  };
}

type CountRequest = (key: string) => Promise<void>;

function limiter(count: CountAttempt, max: number): CountRequest {
  return async (key) => {
    const counted = await count(key);
    if (counted.count > max) throw new Fault('too_many_requests', { retryAfter: counted.secondsLeft });
  };
}

/** The network address of a request; for IPv6 its /64 network, because a household usually has a whole one. */
export function readNetwork(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}
