import { useEffect, useReducer, useState } from 'react';
import { createNetworkKind, type NetworkKind } from '../../local/net/network-kind';

/** The kind of network; rerenders when it changes. */
export function useNetworkKind(): NetworkKind {
  const [network] = useState(() => createNetworkKind());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => network.onChange(redraw), [network]);
  return network;
}
