export const WORKSPACES: string[];
export const COMMANDS: Record<string, string>;
export function chooseFiles(tracked: readonly string[]): string[];
export function writeLauncher(): string;
