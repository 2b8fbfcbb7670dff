import { type Period, PROTOCOLS, type Protocol, type TaxonGroup } from '@veld/contract';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { parsePeriod } from '../../species/data';
import { groupFrom } from '../../../shared/taxa/parts/GroupSelect';

export const LIST_VIEWS = ['list', 'calendar', 'map', 'years'] as const;
export type View = (typeof LIST_VIEWS)[number];

export interface ListView {
  view: View;
  period: Period;
  protocol: Protocol | null;
  /** The id of a saved place. */
  place: string | null;
  group: TaxonGroup | null;
  isFiltered: boolean;
  change: (change: Record<string, string | null>) => void;
}

/** What the list of journeys shows, in the address. */
export function useListView(): ListView {
  const [read, write] = useAddressFilter();
  const view = LIST_VIEWS.find((one) => one === read('view')) ?? 'list';
  const period = parsePeriod(read('period'));
  const protocol = PROTOCOLS.find((one) => one === read('protocol')) ?? null;
  const place = read('at');
  const group = groupFrom(read('group'));
  return { view, period, protocol, place, group, isFiltered: period !== 'all' || Boolean(protocol ?? place ?? group), change: write };
}
