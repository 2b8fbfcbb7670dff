import { existsSync } from 'node:fs';

/** The path of the installed Chromium or Chrome; VELD_CHROMIUM takes precedence. Throws when there is none. */
export function browserPath(): string {
  const found = [process.env.VELD_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('Chromium was not found: install it (Debian package "chromium") or set VELD_CHROMIUM.');
  return found;
}

/** Chromium does not run as root with its sandbox. The other flags stop the browser's own network traffic. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
