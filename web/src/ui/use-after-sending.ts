import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `refresh` whenever the server has accepted more of the changes of this device than before. */
export function useAfterSending(sent: number | undefined, refresh: () => void): void {
  const before = useRef(sent);
  const run = useEffectEvent(refresh);
  useEffect(() => {
    const isMore = before.current !== undefined && sent !== undefined && sent > before.current;
    before.current = sent;
    if (isMore) run();
  }, [sent]);
}
