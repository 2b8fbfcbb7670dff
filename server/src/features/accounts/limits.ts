import { getKnown } from '@veld/contract';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of keys in the LRU cache of each limit. */
const CACHE_SIZE = 50_000;

/** Each function counts an attempt and throws 429 if there were too many. Those by network address run before the body is read. */
export interface Limits {
  loginFrom(request: FastifyRequest): Promise<void>;
  /** A known device, by the hash of its secret, has a limit of its own, so that failures elsewhere do not lock it out. */
  login(request: FastifyRequest, account: string, knownDevice: string | null): Promise<void>;
  /** Counts a failed login; true for the tenth of an account within a day. Never throws. */
  isTenthFailure(request: FastifyRequest, account: string): Promise<boolean>;
  registerFrom(request: FastifyRequest): Promise<void>;
  register(request: FastifyRequest, account: string): Promise<void>;
  requestPasswordFrom(request: FastifyRequest): Promise<void>;
  requestPassword(request: FastifyRequest, account: string): Promise<void>;
  resetPassword(request: FastifyRequest): Promise<void>;
  /** Tries of the links that confirm an address. */
  confirmEmail(request: FastifyRequest): Promise<void>;
  /** Mails with a link that confirms an address, by user and by address. */
  mailConfirmation(request: FastifyRequest, userId: string, account: string): Promise<void>;
  /** Tries of invitation tokens. */
  checkInvite(request: FastifyRequest): Promise<void>;
  /** Changes of the name, because a refused one shows that somebody has a similar name. */
  changeName(request: FastifyRequest, userId: string): Promise<void>;
  /** Attempts of a logged-in user to confirm the current password. */
  confirmPassword(request: FastifyRequest, userId: string): Promise<void>;
}

/** Rate limits (decision 0020). They are counted in memory, by each server process separately. */
export async function createLimits(app: FastifyInstance, context: Context): Promise<Limits> {
  await app.register(rateLimit, { global: false });
  const { config } = context;
  const loginAccount = counter(app, config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const loginAddress = counter(app, config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const loginDevice = counter(app, config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const loginFailures = counting(app, 10, DAY_MS);
  const registerAddress = counter(app, config.LIMIT_REGISTER, HOUR_MS);
  const registerAccount = counter(app, config.LIMIT_RESET, HOUR_MS);
  const confirmUser = counter(app, config.LIMIT_RESET, HOUR_MS);
  const confirmAccount = counter(app, config.LIMIT_RESET, HOUR_MS);
  const mailAccount = counter(app, config.LIMIT_RESET, HOUR_MS);
  const mailAddress = counter(app, config.LIMIT_RESET, HOUR_MS);
  const resetAddress = counter(app, config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const confirmAddress = counter(app, config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const inviteAddress = counter(app, config.LIMIT_LOGIN_ADDRESS, QUARTER_MS);
  const nameChange = counter(app, config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  const confirmation = counter(app, config.LIMIT_LOGIN_ACCOUNT, QUARTER_MS);
  return {
    loginFrom: (request) => loginAddress(request, readNetwork(request)),
    login: (request, account, knownDevice) =>
      knownDevice === null ? loginAccount(request, account) : loginDevice(request, `${account} ${knownDevice}`),
    async isTenthFailure(request, account) {
      const counted = await loginFailures(request, account);
      return !counted.isAllowed && counted.remaining === 0 && !counted.isExceeded;
    },
    registerFrom: (request) => registerAddress(request, readNetwork(request)),
    register: (request, account) => registerAccount(request, account),
    requestPasswordFrom: (request) => mailAddress(request, readNetwork(request)),
    requestPassword: (request, account) => mailAccount(request, account),
    resetPassword: (request) => resetAddress(request, readNetwork(request)),
    confirmEmail: (request) => confirmAddress(request, readNetwork(request)),
    async mailConfirmation(request, userId, account) {
      await confirmUser(request, userId);
      await confirmAccount(request, account);
    },
    checkInvite: (request) => inviteAddress(request, readNetwork(request)),
    changeName: (request, userId) => nameChange(request, userId),
    confirmPassword: (request, userId) => confirmation(request, userId),
  };
}

const keys = new WeakMap<FastifyRequest, string>();

/** Counts requests by key. */
function counting(app: FastifyInstance, max: number, timeWindow: number) {
  const options = { max, timeWindow, cache: CACHE_SIZE, keyGenerator: (request: FastifyRequest) => getKnown(keys, request) };
  const count = app.createRateLimit(options);
  return (request: FastifyRequest, key: string) => {
    keys.set(request, key);
    return count(request);
  };
}

function counter(app: FastifyInstance, max: number, timeWindow: number): (request: FastifyRequest, key: string) => Promise<void> {
  const count = counting(app, max, timeWindow);
  return async (request, key) => {
    const counted = await count(request, key);
    if (!counted.isAllowed && counted.isExceeded) throw new Fault('too_many_requests', { retryAfter: counted.ttlInSeconds });
  };
}

/** The network address of a request; for IPv6 its /64 network, because a household usually has a whole one. */
export function readNetwork(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}
