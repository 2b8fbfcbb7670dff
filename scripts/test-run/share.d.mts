export function shareOfRun(): number;
export function share<T>(list: readonly T[], parts: number, core?: number): T[];
export function turn<T>(list: readonly T[], parts: number, core?: number): T[];
