import { checkRegistration, type ReplyOf } from '@veld/contract';
import { useEffect, useState } from 'react';
import { api } from '../../local/app/veld';

export type Registration = ReplyOf<typeof checkRegistration>['data'];

/** Who can create an account on this server, with the token of an invitation link; null until the server has answered. */
export function useRegistration(invite?: string): Registration | null {
  const [registration, setRegistration] = useState<Registration | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the form stays, and the server decides when it is sent.
    api.call(checkRegistration, { body: invite === undefined ? {} : { invite } }, { signal: stop.signal, token: null }).then(
      ({ data }) => setRegistration(data),
      () => undefined,
    );
    return () => stop.abort();
  }, [invite]);
  return registration;
}
