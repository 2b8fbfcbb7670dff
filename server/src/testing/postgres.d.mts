export interface Cluster {
  /** As its superuser, of the database `postgres`. */
  url: string;
  /** Where its socket and its `data` are. */
  folder: string;
  /** Starts it again after `kill`; the reason as text if it does not start. */
  start(): Promise<string | null>;
  /** Ends it as a loss of power does, and leaves its data. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}
export interface ClusterOptions {
  folder?: string;
  /** As `name=value`. */
  settings?: readonly string[];
  /** Whether `stop` leaves the folder, which a later start uses as it is. */
  isKept?: boolean;
  /** The address of the cluster that this one follows as a standby. */
  standbyOf?: string;
}
export function findInstalledPostgres(): { version: string; folder: string } | null;
export function startCluster(binaries: string, options?: ClusterOptions): Promise<Cluster | string>;
