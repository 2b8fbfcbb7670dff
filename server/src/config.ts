import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fromKeys, itemAt, listKeys, RegistrationMode, TAXONOMY_PAGE_SIZE } from '@veld/contract';
import { z } from 'zod';
import { parseObjectPlace } from './files/object-place.ts';
import { DisputedSetting, MapSourcesSetting, MapStyleSetting } from './map-sources/setting.ts';

/** A setting with its default and description; also documented in `docs/configuration.md`. */
interface Setting {
  schema: z.ZodType;
  about: string;
}

const optional = z.string().min(1).optional();
const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((value) => value === '1' || value === 'true');
/** The address of another site's API; null for `off`. */
const site = (address: string) =>
  z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })])
    .default(address)
    .transform((value) => (value === 'off' ? null : value));
/** A number of hops, or addresses and networks; 0 trusts nobody. */
/** A private key of P-256 as a JSON Web Key. */
const PushKeySetting = z.string().transform((text, context): JsonWebKey => {
  try {
    const key = JSON.parse(text) as JsonWebKey;
    createPrivateKey({ key, format: 'jwk' });
    if (key.crv === 'P-256') return key;
  } catch {
    // As another curve.
  }
  context.addIssue({ code: 'custom', message: 'expected the content of a push.key' });
  return z.NEVER;
});
const TrustProxySetting = z
  .string()
  .default('')
  .transform((text, context): number | string[] => {
    if (text === '' || text === 'false') return 0;
    if (text === 'true') return 1;
    if (/^\d$/.test(text)) return Number(text);
    const networks = text.split(',').map((each) => each.trim());
    if (networks.every(isNetwork)) return networks;
    context.addIssue({ code: 'custom', message: 'expected a number of proxies from 0 to 9, or addresses such as 10.0.0.0/8' });
    return z.NEVER;
  });

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  return version !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const limit = (value: number) => z.coerce.number().int().min(1).default(value);

/** All settings of the server. No other code reads its environment variables. */
export const SETTINGS = {
  PORT: { schema: z.coerce.number().int().min(0).max(65_535).default(3000), about: 'Port to listen on.' },
  HOST: { schema: z.string().default('127.0.0.1'), about: 'Address to listen on; `0.0.0.0` for every interface.' },
  DATA_DIR: { schema: z.string().default('./data'), about: 'Folder of the embedded database, photos and keys.' },
  DATABASE_URL: { schema: optional, about: 'PostgreSQL 15 or newer, used instead of the embedded database.' },
  DATABASE_READ_URL: { schema: optional, about: 'A streaming standby for lists. Default: the main database.' },
  READ_MAX_LAG: {
    schema: z.coerce.number().min(0.5).max(60).default(2),
    about: 'Seconds that the standby may be behind; further behind, everything is read from the main database.',
  },
  DATABASE_PREPARED_STATEMENTS: {
    schema: z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    about: '`off` behind a pooler that cannot keep prepared statements.',
  },
  DATABASE_LIMITS: {
    schema: z.enum(['connection', 'role']).default('connection'),
    about: 'Who sets the time limits of statements: each connection, or, behind PgBouncer, the role of the database (docs/cluster.md).',
  },
  DATABASE_POOL: {
    schema: z.coerce.number().int().min(3).max(500).default(12),
    about: 'Connections of this process to the database, and as many to its standby.',
  },
  WORKERS: {
    schema: z.enum(['on', 'off', 'only']).default('on'),
    about: 'Whether this process runs background jobs; `only` answers nothing but its health and metrics besides.',
  },
  PUBLIC_URL: { schema: z.url().optional(), about: 'The public address, used for links in mails. Default: the address it listens on.' },
  SMTP_URL: {
    schema: optional,
    about: 'Mail server, such as `smtps://user:password@mail.example.org`. Without it mails wait in the database.',
  },
  MAIL_FROM: { schema: z.string().default('Veld <veld@localhost>'), about: 'Sender of mails.' },
  S3_URL: {
    schema: z
      .string()
      .transform((value, context) => {
        const place = parseObjectPlace(value);
        if (!place) context.addIssue({ code: 'custom', message: 'expected https://KEY:SECRET@host/bucket?region=REGION' });
        return place ?? z.NEVER;
      })
      .optional(),
    about:
      'A bucket for photos, `https://KEY:SECRET@host/bucket?region=REGION`, with key and secret percent-encoded. Default: in DATA_DIR.',
  },
  MAP_SOURCES: {
    schema: MapSourcesSetting,
    about: 'Base maps besides the built-in one: a JSON list, or the path of a file that holds it (docs/base-map.md).',
  },
  MAP_STYLE_URL: { schema: MapStyleSetting, about: 'A MapLibre style offered besides the built-in map; short for one source.' },
  MAP_DISPUTED: {
    schema: DisputedSetting,
    about: '`hidden` leaves out disputed borders; `EH=MA` names another country in a label, `EH=-` none. Comma-separated.',
  },
  TILE_SOURCE: {
    schema: optional,
    about: 'The name of the base map in MAP_SOURCES that offline maps are made of unless the person chooses another one.',
  },
  TAXONOMY_DEBUG_USER_ID: { schema: z.uuid().optional(), about: 'The one account that sees the progress of taxonomy updates.' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    about: 'Lowest level of messages to log.',
  },
  SECRET_KEY: {
    schema: z.string().min(32).optional(),
    about: 'Signs the addresses of photos. Default: generated in DATA_DIR on first start; part of a backup.',
  },
  PUSH_KEY: {
    schema: PushKeySetting.optional(),
    about: 'The content of push.key, for servers that share no folder. Default: generated in DATA_DIR on first start.',
  },
  BACKUP_TO: { schema: optional, about: 'Folder for backups by the server itself. Default: none are made.' },
  BACKUP_EVERY: { schema: limit(24), about: 'Hours from one backup in BACKUP_TO to the next.' },
  BACKUP_KEEP: { schema: limit(7), about: 'How many backups stay in BACKUP_TO.' },
  BACKUP_PASSPHRASE: { schema: optional, about: 'Seals the keys in a backup, and opens them when it is restored.' },
  TRUST_PROXY: {
    schema: TrustProxySetting,
    about: 'The number of reverse proxies that each set X-Forwarded-For, or their addresses and networks, comma-separated.',
  },
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
    about: 'Other origins that may call the API, comma-separated; the native app needs its own.',
  },
  REGISTRATION: {
    schema: z.enum(RegistrationMode.options).default('open'),
    about:
      'Who may create an account: `open` (everyone), `invite` (with an invitation link) or `closed` (nobody). The first account always can.',
  },
  ALLOW_BROWSING: {
    schema: z
      .enum(['', '0', '1', 'true', 'false'])
      .default('')
      .transform((value) => (value === '' ? null : value === '1' || value === 'true')),
    about:
      '`1` lets visitors without an account see public records, the map, species, projects, profiles and articles, `0` does not. Default: as the administrators choose in the app.',
  },
  SECURITY_CONTACT: {
    schema: z
      .string()
      .regex(/^(mailto:|https:|tel:)[\x21-\x7e]+$/, 'expected an address that starts with mailto:, https: or tel:')
      .optional(),
    about: 'Whom to tell about a vulnerability, shown in `/.well-known/security.txt`, such as `mailto:security@example.org`.',
  },
  COMMONS_API_URL: {
    schema: site('https://commons.wikimedia.org/w/api.php'),
    about: 'Where curators find images on Wikimedia Commons; `off` to ask nothing there.',
  },
  INATURALIST_API_URL: {
    schema: site('https://api.inaturalist.org'),
    about: 'Where curators find images on iNaturalist; `off` to ask nothing there.',
  },
  WEATHER_API_URL: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    about: 'Where the weather for journeys is asked: the forecast API of Open-Meteo, or another with the same answers. Default: nowhere.',
  },
  WEATHER_SOURCE: {
    schema: z.string().min(1).max(80).default('Open-Meteo'),
    about: 'The name of the weather service, shown beside its values.',
  },
  IMAGES_NONCOMMERCIAL: { schema: flag, about: '`1` also accepts images of species whose licence forbids commercial use.' },
  METRICS_TOKEN: {
    schema: optional,
    about:
      'Bearer token for `/metrics`; without it they are available from localhost only, and not through a proxy unless TRUST_PROXY is set.',
  },
  MINIMUM_APP_VERSION: { schema: optional, about: 'Older versions of the app have to update.' },
  APP_UPDATE_URL: { schema: z.url().optional(), about: 'Where an outdated native app finds its update.' },
  LIMIT_LOGIN_ACCOUNT: {
    schema: limit(10),
    about: 'Logins per 15 minutes and email address from unknown devices, and for each known one.',
  },
  LIMIT_LOGIN_ADDRESS: { schema: limit(50), about: 'Logins per 15 minutes and network address.' },
  LIMIT_REGISTER: { schema: limit(20), about: 'Registrations per hour and network address.' },
  LIMIT_RESET: {
    schema: limit(5),
    about: 'Mails with a link per hour, by person, email address and network address; also registrations by email address.',
  },
  LIMIT_WRITES: { schema: limit(1000), about: 'Writes per minute and person; uploads of photos do not count.' },
  LIMIT_BROWSING: {
    schema: limit(120),
    about: 'Requests for lists, pages and their previews per minute and network address of visitors without an account.',
  },
  LIMIT_TILES: {
    schema: limit(3000),
    about: 'Tiles of the map per minute and person, and for visitors without an account per network address.',
  },
  LIMIT_TILE_REQUESTS: { schema: limit(5), about: 'Offline maps that a person may ask for in an hour.' },
  LIMIT_WEATHER: { schema: limit(10), about: 'Requests for the weather per minute and person.' },
  LIMIT_IMAGE_SITE: { schema: limit(60), about: 'Requests per minute to each of the other sites that have images of species.' },
  LIMIT_IMAGE_SEARCHES: { schema: limit(60), about: 'Searches for images of a species on another site, per minute and curator.' },
  LIMIT_MAP_UPLOAD_MB: {
    schema: limit(2000),
    about: 'Megabytes of a map that an administrator uploads in the browser; the command takes larger ones.',
  },
  LIMIT_OFFLINE_MB: { schema: limit(300), about: 'Megabytes of offline maps per account.' },
  LIMIT_OFFLINE_PRO_MB: { schema: limit(2000), about: 'As LIMIT_OFFLINE_MB, for pro accounts and admins.' },
  LIMIT_PHOTOS_MB: { schema: limit(5000), about: 'Megabytes of photos per account.' },
  LIMIT_UNFINISHED_MB: { schema: limit(200), about: 'Megabytes of unfinished uploads per account.' },
  COUNTS_MAX_AGE: {
    schema: z.coerce.number().int().min(0).default(60),
    about: 'Seconds until the records and species of the community and of the welcome screen are counted again.',
  },
  LIMIT_TAXONOMY_PAGE: { schema: limit(TAXONOMY_PAGE_SIZE), about: 'Taxa per page of the taxonomy update.' },
  NODE_ENV: { schema: z.string().default('production'), about: '`development` logs the mails that cannot be sent, with their links.' },
} as const satisfies Record<string, Setting>;

type Values = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };

/** All settings, validated. */
export type Config = Readonly<Omit<Values, 'DATA_DIR'> & { DATA_DIR: string; VERSION: string; WEB_DIR: string | null }>;

/** Settings that can hold keys are not repeated in errors. */
const HIDDEN: ReadonlySet<string> = new Set([
  'SECRET_KEY',
  'BACKUP_PASSPHRASE',
  'S3_URL',
  'MAP_SOURCES',
  'MAP_STYLE_URL',
  'WEATHER_API_URL',
]);

/** A setting is invalid. The message is one line that names the setting and the error. */
export class ConfigError extends Error {}

/**
 * Reads the settings from environment variables. An empty variable counts as absent, and paths become absolute. Throws a
 * `ConfigError` if a value is invalid.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = fromKeys(listKeys(SETTINGS), (name) => {
    const given = env[name] === '' ? undefined : env[name];
    const read = SETTINGS[name].schema.safeParse(given);
    if (!read.success)
      throw new ConfigError(
        `${name} is not usable: ${itemAt(read.error.issues, 0).message} (given: ${HIDDEN.has(name) ? 'hidden' : given})`,
      );
    return read.data;
  }) as Values;
  const root = resolve(import.meta.dirname, '../..');
  const web = resolve(root, 'web/dist');
  const pack: { version: string } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    ...(values.BACKUP_TO === undefined ? {} : { BACKUP_TO: resolve(values.BACKUP_TO) }),
    VERSION: pack.version,
    WEB_DIR: existsSync(resolve(web, 'index.html')) ? web : null,
  };
}
