export function setVersion(root: string, version: string, today: string): void;
