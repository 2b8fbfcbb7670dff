import { useState } from 'react';
import type { LocalJourney } from '../../../local/db/rows';
import { runningTally } from '../../../local/records/tally';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { saveTally } from '../../tally/data';
import { finish } from './recording';

/** Ends the running journey. `state`: whether its end is being stored, or could not be. */
export function useFinish(journey: LocalJourney): { state: 'open' | 'storing' | 'failed'; endAt: (at: number) => void } {
  const user = useUser();
  const [state, setState] = useState<'open' | 'storing' | 'failed'>('open');
  const end = async (at: number) => {
    setState('storing');
    try {
      const tally = await runningTally.read(currentDatabase());
      // What was counted on the way becomes its records. A tally that began before it is another one.
      if (tally && tally.started_at >= Date.parse(journey.started_at)) await saveTally(user);
      await finish(journey, at);
    } catch (error) {
      console.error('Journey', error);
      setState('failed');
    }
  };
  return { state, endAt: (at) => void end(at) };
}
