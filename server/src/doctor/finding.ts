/** What the doctor found of one subject, in one line, and what to do about it unless it is good. */
export interface Finding {
  subject: string;
  state: 'good' | 'warning' | 'fault';
  text: string;
  advice?: string;
}

/** A check that looks and changes nothing. It may throw; then that is what it found. */
export interface Check {
  subject: string;
  look: () => Promise<Finding[]> | Finding[];
}

export const good = (subject: string, text: string): Finding => ({ subject, state: 'good', text });
export const warning = (subject: string, text: string, advice: string): Finding => ({ subject, state: 'warning', text, advice });
export const fault = (subject: string, text: string, advice: string): Finding => ({ subject, state: 'fault', text, advice });

const GIGA = 1_000_000_000;

/** Such as `12.3 GB`, or `420 MB` below one. */
export const bytesInWords = (bytes: number): string =>
  bytes >= GIGA ? `${(bytes / GIGA).toFixed(1)} GB` : `${Math.round(bytes / 1_000_000)} MB`;

/** What all checks found, one after another. What a check could not look at is a fault of its subject. */
export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { subject, look } of checks) {
    try {
      found.push(...(await look()));
    } catch (error) {
      found.push(
        fault(subject, `could not be checked: ${error instanceof Error ? error.message : String(error)}`, 'See the text of the error.'),
      );
    }
  }
  return found;
}

const MARKS = { good: 'ok     ', warning: 'look   ', fault: 'FAULT  ' };

/** A finding as a line of output. */
export const writeFinding = ({ subject, state, text, advice }: Finding): string =>
  `${MARKS[state]}${subject}: ${text}${advice ? ` → ${advice}` : ''}`;
