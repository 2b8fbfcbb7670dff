const MAX_LINES = 50;
const MAX_LENGTH = 300;
const lines: string[] = [];

/** The latest errors and warnings of the app since it was opened, oldest first. They stay on the device unless somebody sends them. */
export function recentLog(): readonly string[] {
  return lines;
}

/** Keeps what the app logs as errors and warnings from now on. */
export function followLog(target: Pick<Console, 'error' | 'warn'> = console): void {
  for (const level of ['error', 'warn'] as const) {
    const log = target[level].bind(target);
    target[level] = (...parts: unknown[]) => {
      remember(parts);
      log(...parts);
    };
  }
}

function remember(parts: readonly unknown[]): void {
  const time = new Date().toISOString().slice(11, 19);
  lines.push(`${time} ${parts.map(textOf).join(' ')}`.slice(0, MAX_LENGTH));
  if (lines.length > MAX_LINES) lines.shift();
}

/** Objects are left out, because they can be records. */
function textOf(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === 'object' && part !== null ? '{…}' : String(part);
}
