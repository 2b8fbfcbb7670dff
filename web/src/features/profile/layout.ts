import { useAddressFilter } from '../../ui/use-address-filter';

export const LAYOUTS = ['grid', 'list', 'map'] as const;
export type RecordLayout = (typeof LAYOUTS)[number];

/** How the records of a profile are shown (`?as=`). */
export function useRecordLayout(): [RecordLayout, (next: RecordLayout) => void] {
  const [read, write] = useAddressFilter();
  const layout = LAYOUTS.find((one) => one === read('as')) ?? 'grid';
  return [layout, (next) => write({ as: next === 'grid' ? null : next })];
}
