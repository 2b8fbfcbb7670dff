import { createStore } from 'zustand/vanilla';

/** The one shared setting of the layout (decision 0023): initially none. */
export const layoutSetting = createStore<{ layout: string | null }>(() => ({ layout: null }));

export function setLayout(layout: string | null): void {
  if (layoutSetting.getState().layout !== layout) layoutSetting.setState({ layout });
}
