import { useState } from 'react';
import type { SavedPlace } from '../../../local/records/lists/saved-places';
import type { ObserveForm } from '../use-observe-form';
import { type AppliedDefaults, defaultsPatch, placeDefaults, withoutDefaults } from './place-defaults';

/** Applies what the chosen saved place sets for new records. A record that is being edited keeps its values. */
export function usePlaceDefaults(form: ObserveForm) {
  const [applied, setApplied] = useState<AppliedDefaults | null>(null);
  const isNew = form.recordId === null;

  /** `place`: null if another place was chosen that sets nothing. */
  const follow = (place: SavedPlace | null) => {
    const undone = applied ? { ...form.values, ...withoutDefaults(form.values, applied) } : form.values;
    const next = place && isNew ? placeDefaults(place, undone) : null;
    setApplied(next);
    const after = next ? { ...undone, ...defaultsPatch(undone, next) } : undone;
    if (after !== form.values) form.change({ geoprivacy: after.geoprivacy, attributes: after.attributes });
  };
  return { applied, follow };
}
