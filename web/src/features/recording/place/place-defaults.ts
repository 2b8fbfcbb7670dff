import { GEOPRIVACIES, type Geoprivacy, type Habitat } from '@veld/contract';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { attributePatch, type FormPatch, type FormValues } from '../form-values';

/** What a saved place changed in the form: the values that it set, and those before. */
export interface AppliedDefaults {
  name: string;
  geoprivacy: { before: Geoprivacy; set: Geoprivacy } | null;
  habitat: Habitat | null;
}

/** What a saved place sets in a form: a stricter geoprivacy than the form has, and the habitat if the form has none. Null for neither. */
export function placeDefaults({ name, geoprivacy, habitat }: SavedPlace, values: FormValues): AppliedDefaults | null {
  const before = values.geoprivacy;
  const isStricter = geoprivacy != null && GEOPRIVACIES.indexOf(geoprivacy) > GEOPRIVACIES.indexOf(before);
  const setsHabitat = habitat != null && values.attributes.habitat == null;
  if (!isStricter && !setsHabitat) return null;
  return { name, geoprivacy: isStricter ? { before, set: geoprivacy } : null, habitat: setsHabitat ? habitat : null };
}

export function defaultsPatch(values: FormValues, { geoprivacy, habitat }: AppliedDefaults): FormPatch {
  return { ...(geoprivacy ? { geoprivacy: geoprivacy.set } : {}), ...(habitat ? attributePatch(values, 'habitat', habitat) : {}) };
}

/** Undoes what a place set, except what the person has changed since. */
export function withoutDefaults(values: FormValues, { geoprivacy, habitat }: AppliedDefaults): FormPatch {
  return {
    ...(geoprivacy && values.geoprivacy === geoprivacy.set ? { geoprivacy: geoprivacy.before } : {}),
    ...(habitat && values.attributes.habitat === habitat ? attributePatch(values, 'habitat', null) : {}),
  };
}
