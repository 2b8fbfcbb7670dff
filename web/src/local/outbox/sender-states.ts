import type { SenderState } from './sender-stores';

/*
 * The states of the sender. Screens show `idle`, `sending`, `waiting` and `needs_login`; the others are brief and not shown.
 *
 *            flush            lockGranted            itemClaimed
 *    idle ──────────▶ locking ───────────▶ claiming ─────────────▶ sending
 *   waiting                                  │  ▲                     │
 *   needs_login                   cycleEnded │  └─────────────────────┘
 *      ▲                                     ▼       itemReconciled
 *      └──────────────────────────────── planning
 *          nothingDue / scheduled / tokenMissing
 *
 * One cycle is all the items sent under one lock. `failed` (an error of the device's database) leads from every state to `idle`.
 */

export type MachineState = SenderState | 'locking' | 'claiming' | 'planning';

export type SenderEvent =
  | 'flush'
  | 'lockGranted'
  | 'itemClaimed'
  | 'itemReconciled'
  | 'cycleEnded'
  | 'nothingDue'
  | 'scheduled'
  | 'tokenMissing'
  | 'failed';

const TRANSITIONS: Readonly<Record<MachineState, Partial<Record<SenderEvent, MachineState>>>> = {
  idle: { flush: 'locking' },
  waiting: { flush: 'locking' },
  needs_login: { flush: 'locking' },
  locking: { lockGranted: 'claiming', failed: 'idle' },
  claiming: { itemClaimed: 'sending', cycleEnded: 'planning', failed: 'idle' },
  sending: { itemReconciled: 'claiming', failed: 'idle' },
  planning: { nothingDue: 'idle', scheduled: 'waiting', tokenMissing: 'needs_login', failed: 'idle' },
};

/** Throws if the table has no such transition. */
export function nextState(state: MachineState, event: SenderEvent): MachineState {
  const next = TRANSITIONS[state][event];
  if (!next) throw new Error(`The sender cannot handle ${event} while it is ${state}`);
  return next;
}

export function isShown(state: MachineState): state is SenderState {
  return state !== 'locking' && state !== 'claiming' && state !== 'planning';
}
