export function measureMachineFactor(): Promise<number>;
export function toFactor(milliseconds: number): number;
export function machineFactor(value?: string): number;
