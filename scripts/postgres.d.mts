export interface Cluster {
  url: string;
  stop(): Promise<void>;
}
export interface ClusterOptions {
  folder?: string;
  /** As `name=value`. */
  settings?: readonly string[];
}
export function startCluster(binaries: string, options?: ClusterOptions): Promise<Cluster | string>;
