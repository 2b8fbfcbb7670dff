interface Connection extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  /** `cellular`, `wifi`, `ethernet` ...; absent in browsers that do not report it. */
  type?: string;
}

/** The kind of network the device is on, as far as the browser reports it. */
export interface NetworkKind {
  /** `unknown` when the browser reports nothing, or another kind. */
  kind(): 'wifi' | 'mobile' | 'unknown';
  /** Whether this browser reports the kind at all; if not, nothing can wait for Wi-Fi. */
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
