import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TAXONOMY_PAGE_SIZE } from '@veld/contract';
import { z } from 'zod';

/** A setting with its default and its description; `docs/configuration.md` describes it too. */
interface Setting {
  schema: z.ZodType;
  about: string;
}

const optional = z.string().min(1).optional();
const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((value) => value === '1' || value === 'true');
const limit = (value: number) => z.coerce.number().int().min(1).default(value);

/** Every variable the server reads. Nothing else reads the environment of the running server. */
export const SETTINGS = {
  PORT: { schema: z.coerce.number().int().min(0).max(65_535).default(3000), about: 'Port to listen on.' },
  HOST: { schema: z.string().default('127.0.0.1'), about: 'Address to listen on; `0.0.0.0` for every interface.' },
  DATA_DIR: { schema: z.string().default('./data'), about: 'Folder of the embedded database, photos and keys.' },
  DATABASE_URL: { schema: optional, about: 'A PostgreSQL 15 or newer to use in place of the embedded one.' },
  DATABASE_READ_URL: { schema: optional, about: 'A read replica for lists; without it everything goes to the main database.' },
  PUBLIC_URL: { schema: z.url().optional(), about: 'The address people open, for links in mails. Default: the address it listens on.' },
  SMTP_URL: {
    schema: optional,
    about: 'Mail server, such as `smtps://user:password@mail.example.org`. Without it mails wait in the database.',
  },
  MAIL_FROM: { schema: z.string().default('Veld <veld@localhost>'), about: 'Sender of mails.' },
  S3_URL: { schema: optional, about: 'Reserved for a photo store; photos are kept in DATA_DIR.' },
  MAP_STYLE_URL: { schema: optional, about: 'Reserved for the base map.' },
  TILE_SOURCE: { schema: optional, about: 'Reserved for offline map packs.' },
  TAXONOMY_DEBUG_USER_ID: { schema: z.uuid().optional(), about: 'The one user who sees the progress of taxonomy updates.' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    about: 'How much is logged.',
  },
  SECRET_KEY: {
    schema: z.string().min(32).optional(),
    about: 'Signs addresses of photos. Default: made in DATA_DIR on first start; part of a backup.',
  },
  TRUST_PROXY: { schema: flag, about: '`1` behind a reverse proxy that sets X-Forwarded-For.' },
  CORS_ORIGINS: {
    schema: z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      ),
    about: 'Origins that may call the API from elsewhere, comma separated; the native wrapper needs its own.',
  },
  METRICS_TOKEN: { schema: optional, about: 'Bearer token for `/metrics`; without it only the machine itself may read them.' },
  MINIMUM_APP_VERSION: { schema: optional, about: 'Apps older than this are told to update.' },
  APP_UPDATE_URL: { schema: z.url().optional(), about: 'Where an outdated native app finds its update.' },
  LIMIT_LOGIN_ACCOUNT: { schema: limit(10), about: 'Logins in 15 minutes for one mail address.' },
  LIMIT_LOGIN_ADDRESS: { schema: limit(50), about: 'Logins in 15 minutes from one network address.' },
  LIMIT_REGISTER: { schema: limit(20), about: 'Registrations in an hour from one network address.' },
  LIMIT_RESET: { schema: limit(5), about: 'Password mails in an hour for one mail address and for one network address.' },
  LIMIT_TAXONOMY_PAGE: { schema: limit(TAXONOMY_PAGE_SIZE), about: 'Taxa on a page of the taxonomy update.' },
  NODE_ENV: { schema: z.string().default('development'), about: '`production` keeps mails out of the log.' },
} as const satisfies Record<string, Setting>;

type Values = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };

/** All settings, validated. */
export type Config = Readonly<Omit<Values, 'DATA_DIR'> & { DATA_DIR: string; VERSION: string; WEB_DIR: string | null }>;

/** A one-line message: which setting is wrong, and how. */
export class ConfigError extends Error {}

/**
 * Reads the settings from environment variables; throws `ConfigError` with one line. Paths become absolute; empty values count as
 * absent.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const given = env[name] === '' ? undefined : env[name];
    const read = setting.schema.safeParse(given);
    if (!read.success)
      throw new ConfigError(`${name} is not usable: ${read.error.issues[0]!.message} (given: ${name === 'SECRET_KEY' ? 'hidden' : given})`);
    values[name] = read.data;
  }
  const root = resolve(import.meta.dirname, '../..');
  const web = resolve(root, 'web/dist');
  const pack = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };
  return {
    ...(values as Values),
    DATA_DIR: resolve(values.DATA_DIR as string),
    VERSION: pack.version,
    WEB_DIR: existsSync(resolve(web, 'index.html')) ? web : null,
  };
}
