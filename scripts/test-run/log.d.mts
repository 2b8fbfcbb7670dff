export interface LogSummary {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  times: { project: string; file: string; ms: number }[];
  underWay: string[];
  notStarted: string[];
  hasEnded: boolean;
}
export function startLog(path: string): (event: object) => void;
export function formatReason(error: { message?: string }): string;
export function readLog(path: string): LogSummary;
