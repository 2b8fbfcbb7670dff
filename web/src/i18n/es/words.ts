import common from './common.json';

/** The shell's words at once, each other file with the first screen that speaks it. */
export const words = { common, files: import.meta.glob<{ default: Record<string, unknown> }>(['./*.json', '!./common.json']) };
