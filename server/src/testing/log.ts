import { vi } from 'vitest';
import type { TestServer } from './server.ts';

/** Captures every line that a server logs from now on. The server needs a LOG_LEVEL other than silent. */
export function captureLog(veld: TestServer): string[] {
  const lines: string[] = [];
  const log = veld.context.log as unknown as Record<symbol, { write: (line: string) => unknown }>;
  let owner: object | null = log;
  while (owner) {
    const key = Object.getOwnPropertySymbols(owner).find((symbol) => symbol.description === 'pino.stream');
    if (key) {
      vi.spyOn(log[key]!, 'write').mockImplementation((line) => lines.push(line));
      return lines;
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  throw new Error('The logger has no stream to capture');
}
