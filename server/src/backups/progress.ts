/** Between two lines where nobody watches, and between two changes of the line where somebody does. */
const EVERY_MS = { log: 10_000, terminal: 100 };

/** Shows how far a command is, on one line of a terminal or as a line of a log every ten seconds. */
export function progressTo(name: string): { tell: (text: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  let last = isTerminal ? 0 : Date.now();
  return {
    tell(text) {
      if (Date.now() - last < (isTerminal ? EVERY_MS.terminal : EVERY_MS.log)) return;
      last = Date.now();
      process.stderr.write(isTerminal ? `\r\x1b[K${name}  ${text} ` : `${name}  ${text}\n`);
    },
    end() {
      if (isTerminal) process.stderr.write('\r\x1b[K');
    },
  };
}
