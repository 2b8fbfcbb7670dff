import type { MapSource } from '@veld/contract';
import { useStore } from 'zustand';
import { chosenSource, mapSources } from './settings';

/** The chosen source if it could not be read. */
export function useLostSource(): MapSource | null {
  return useStore(mapSources, (state) => (state.lost !== null && state.lost === state.chosen ? chosenSource(state) : null));
}
