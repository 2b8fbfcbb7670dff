import { IconCalendar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFrequencies, useLastPlace, useLikelySpecies } from '../../../shared/frequencies/data';
import { type ListShare, describeShare, useFrequencyText } from '../../../shared/frequencies/words';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import { useToday } from '../species-count';

/** On how many of this month's lists a species is, near the place where the device was last. Nothing if there are too few lists. */
export function LikelyNow({ taxon, className }: { taxon: Taxon; className?: string | undefined }) {
  const text = useFrequencyText();
  const share = useShareNow(taxon);
  if (!share) return null;
  return (
    <p className={className}>
      <IconCalendar size={22} aria-hidden />
      {text(share)}
    </p>
  );
}

/** A species that is on none of the lists counts as such only where it is unusual in this season. */
function useShareNow(taxon: Taxon): ListShare | null {
  const day = useToday();
  const place = useLastPlace();
  const index = useFrequencies(place);
  const likely = useLikelySpecies(place, day);
  const group = readGroup(taxon);
  return useMemo(() => {
    if (!likely || !index) return null;
    const found = likely.species.find((one) => one.taxon_id === taxon.id);
    if (found) return describeShare(likely, found);
    const missed = index.unusual({ id: taxon.id, group }, place ?? null, day);
    return missed && { ...missed, lists: 0, country: likely.country };
  }, [likely, index, taxon.id, group, place, day]);
}
