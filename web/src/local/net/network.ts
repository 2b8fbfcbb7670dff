import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../device/clock';

export type NetworkState = 'online' | 'offline';

interface Connection {
  type?: string;
  addEventListener?(type: 'change', listener: () => void): void;
  removeEventListener?(type: 'change', listener: () => void): void;
}

export interface NetworkDevice {
  onLine: boolean;
  connection?: Connection;
}

export interface Network {
  store: StoreApi<{ state: NetworkState }>;
  state(): NetworkState;
  /** Checks every 10 s and on every event, until the returned function is called. */
  start(): () => void;
}

const POLL_MS = 10_000;

/** Online or offline, by connection type and the browser's flag (decision 0025). Sending never depends on it. */
export function createNetwork(
  parts: { clock?: Clock; device?: NetworkDevice; target?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> } = {},
): Network {
  const clock = parts.clock ?? systemClock;
  const device: NetworkDevice = parts.device ?? navigator;
  const target = parts.target ?? globalThis;
  const store = createStore<{ state: NetworkState }>(() => ({ state: currentState() }));

  function currentState(): NetworkState {
    return device.onLine === false || device.connection?.type === 'none' ? 'offline' : 'online';
  }

  function update() {
    const state = currentState();
    if (state !== store.getState().state) store.setState({ state });
  }

  function start() {
    let cancel = () => {};
    const poll = () => {
      update();
      cancel = clock.after(POLL_MS, poll);
    };
    poll();
    target.addEventListener('online', update);
    target.addEventListener('offline', update);
    device.connection?.addEventListener?.('change', update);
    return () => {
      cancel();
      target.removeEventListener('online', update);
      target.removeEventListener('offline', update);
      device.connection?.removeEventListener?.('change', update);
    };
  }

  return { store, state: () => store.getState().state, start };
}
