export function makeDatabaseFolder(prefix: string): string;
