import { connect } from 'node:tls';
import type { Config } from '../config.ts';
import { openTransport } from '../mail/sender.ts';
import { type Check, fault, type Finding, good, warning } from './finding.ts';

const LIMIT_MS = 10_000;
const DAY_MS = 86_400_000;
/** Certificates are usually renewed a month before their end. */
const SOON_DAYS = 14;

/** The public address with its certificate and proxy, the mail server, and what push messages need. */
export function networkChecks(config: Config): Check[] {
  return [
    { subject: 'public address', look: () => lookAtAddress(config) },
    { subject: 'certificate', look: () => lookAtCertificate(config) },
    { subject: 'mail', look: () => lookAtMailServer(config) },
    { subject: 'push', look: () => [lookAtPush(config)] },
  ];
}

async function lookAtAddress({ PUBLIC_URL, TRUST_PROXY, HOST }: Config): Promise<Finding[]> {
  if (!PUBLIC_URL)
    return [
      HOST === '127.0.0.1'
        ? warning('public address', 'PUBLIC_URL is not set', 'Set it if others use this server: links in mails need it.')
        : fault(
            'public address',
            `the server listens on ${HOST} without PUBLIC_URL`,
            'Put it behind a proxy with TLS, and set PUBLIC_URL.',
          ),
    ];
  const found: Finding[] = [];
  const isSecure = PUBLIC_URL.startsWith('https:');
  if (!isSecure)
    found.push(fault('public address', `${PUBLIC_URL} is not https`, 'Use TLS: browsers need it for location, camera and offline use.'));
  if (isSecure && !TRUST_PROXY)
    found.push(
      warning(
        'public address',
        'TRUST_PROXY is not set',
        'Set it if a proxy stands before Veld: limits by network address count everyone as one.',
      ),
    );
  const answer = await fetch(new URL('/api/health', PUBLIC_URL), { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) }).catch(
    (error: Error) => error,
  );
  if (answer instanceof Error)
    found.push(
      fault('public address', `${PUBLIC_URL} does not answer (${reasonOf(answer)})`, 'Start Veld, and look at the proxy and the name.'),
    );
  else if (answer.status !== 200)
    found.push(
      fault('public address', `${PUBLIC_URL}/api/health answers ${answer.status}`, 'Let the proxy forward every path to Veld unchanged.'),
    );
  else found.push(good('public address', `${PUBLIC_URL} answers`));
  return found;
}

function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.name;
}

async function lookAtCertificate({ PUBLIC_URL }: Config): Promise<Finding[]> {
  if (!PUBLIC_URL?.startsWith('https:')) return [];
  const { hostname, port } = new URL(PUBLIC_URL);
  const { ends, problem } = await readCertificate(hostname, Number(port || 443));
  return [judgeCertificate(ends, problem, new Date())];
}

/** What there is to say of a certificate that ends then; `problem` is why browsers refuse it, null if they do not. */
export function judgeCertificate(ends: Date, problem: string | null, now: Date): Finding {
  const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS);
  if (days < 0) return fault('certificate', `ended ${-days} days ago`, 'Renew it; nobody can send records until then.');
  if (problem) return fault('certificate', `browsers refuse it: ${problem}`, 'Install the whole chain of a certificate for this name.');
  if (days < SOON_DAYS) return warning('certificate', `ends in ${days} days`, 'See why it was not renewed by itself.');
  return good('certificate', `valid for ${days} days`);
}

async function readCertificate(host: string, port: number): Promise<{ ends: Date; problem: string | null }> {
  return new Promise((resolve, reject) => {
    // It is looked at whatever is wrong with it, and nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: LIMIT_MS }, () => {
      const { valid_to } = socket.getPeerCertificate();
      const { authorizationError } = socket as { authorizationError?: Error | string | null };
      resolve({ ends: new Date(valid_to), problem: authorizationError ? String(authorizationError) : null });
      socket.end();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('It does not answer')));
  });
}

async function lookAtMailServer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return [warning('mail', 'SMTP_URL is not set', 'Without it nobody can set a new password by mail.')];
  const transport = openTransport(SMTP_URL);
  try {
    await transport.verify();
  } catch (error) {
    return [fault('mail', `the mail server refuses: ${(error as Error).message}`, 'Look at SMTP_URL.')];
  } finally {
    transport.close();
  }
  const found = [good('mail', `${new URL(SMTP_URL).host} accepts mails`)];
  if (!PUBLIC_URL) found.push(warning('mail', 'mails have links to this machine', 'Set PUBLIC_URL.'));
  if (/@localhost>?$/.test(MAIL_FROM)) found.push(warning('mail', `mails are from ${MAIL_FROM}`, 'Set MAIL_FROM to an address of yours.'));
  return found;
}

function lookAtPush({ PUBLIC_URL, SECURITY_CONTACT }: Config): Finding {
  if (!PUBLIC_URL?.startsWith('https:')) return warning('push', 'devices get no push messages', 'They need a PUBLIC_URL with https.');
  return SECURITY_CONTACT
    ? good('push', 'possible')
    : warning('push', 'the push services have no contact of yours', 'Set SECURITY_CONTACT.');
}
