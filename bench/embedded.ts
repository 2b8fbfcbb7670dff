import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address of the embedded database under a data folder. */
export function embeddedUrl(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  const note = join(home, 'socket-folder');
  const sockets = existsSync(note) ? readFileSync(note, 'utf8') : join(home, 'socket');
  return `postgres://veld@/veld?host=${encodeURIComponent(sockets)}`;
}
