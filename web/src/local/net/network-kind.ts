interface Connection extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  /** `cellular`, `wifi`, `ethernet` ...; browsers that do not tell have none. */
  type?: string;
}

/** Which kind of network the device is on, as far as the browser tells. */
export interface NetworkKind {
  /** `unknown` where the browser does not say, or says something that is neither. */
  kind(): 'wifi' | 'mobile' | 'unknown';
  /** Whether this browser ever tells; where it does not, nothing can wait for Wi-Fi. */
  isKnown(): boolean;
  onChange(listener: () => void): () => void;
}

const KINDS: Record<string, 'wifi' | 'mobile'> = { wifi: 'wifi', ethernet: 'wifi', cellular: 'mobile', wimax: 'mobile' };

export function createNetworkKind(connection = deviceConnection()): NetworkKind {
  return {
    kind: () => KINDS[connection?.type ?? ''] ?? 'unknown',
    isKnown: () => connection?.type !== undefined,
    onChange(listener) {
      connection?.addEventListener?.('change', listener);
      return () => connection?.removeEventListener?.('change', listener);
    },
  };
}

function deviceConnection(): Connection | undefined {
  return (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection;
}
