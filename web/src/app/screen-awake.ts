import { useEffect } from 'react';
import { useStore } from 'zustand';
import { stayAwakeWhileSending } from '../device/stay-awake';
import { auth, currentSync } from '../local/app/veld';

/** Keeps the screen on while the user's records are uploaded. */
export function useScreenAwake(): void {
  const userId = useStore(auth.store, (state) => state.user?.id);
  useEffect(() => (userId ? stayAwakeWhileSending(currentSync().sender.store) : undefined), [userId]);
}
