import common from './common.json';

/** The texts of the shell are loaded at once, the others with the first screen that uses them. */
export const words = { common, files: import.meta.glob<{ default: Record<string, unknown> }>(['./*.json', '!./common.json']) };
