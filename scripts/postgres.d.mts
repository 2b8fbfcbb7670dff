export interface Cluster {
  url: string;
  stop(): Promise<void>;
}
export interface ClusterOptions {
  folder?: string;
  /** As `name=value`. */
  settings?: readonly string[];
  /** Whether `stop` leaves the folder, which a later start uses as it is. */
  isKept?: boolean;
}
export function startCluster(binaries: string, options?: ClusterOptions): Promise<Cluster | string>;
