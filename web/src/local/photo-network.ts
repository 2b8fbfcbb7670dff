import type { User } from '@veld/contract';

interface Connection extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  /** `cellular`, `wifi`, `ethernet` ...; browsers that do not tell have none. */
  type?: string;
}

/** The network that photos may cost money on. */
export interface PhotoNetwork {
  isCellular(): boolean;
  onChange(listener: () => void): () => void;
}

export function createPhotoNetwork(connection = deviceConnection()): PhotoNetwork {
  return {
    isCellular: () => connection?.type === 'cellular',
    onChange(listener) {
      connection?.addEventListener?.('change', listener);
      return () => connection?.removeEventListener?.('change', listener);
    },
  };
}

function deviceConnection(): Connection | undefined {
  return (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection;
}

/** False only where the person wants photos to wait and the device says that this is no Wi-Fi. */
export function mayCarryPhotos(user: User | null, network: PhotoNetwork): boolean {
  return !(user?.preferences.sync.photos_on_wifi_only && network.isCellular());
}
