import { type ListedObservation, ObservationDraft, PUBLIC_FIELD_NAMES, type PublicFieldName } from '@veld/contract';
import type { z } from 'zod/mini';
import { extractFact } from '../../../local/db/facts';
import { newId } from '../../../local/db/ids';
import { savedRow } from '../../../local/records/record-shape';
import type { LocalObservation } from '../../../local/db/rows';
import { anna, observer } from '../../../local/testing/people';
import type { Taxon } from '../../../local/taxonomy/search';
import { countSpecies as countFacts } from '../species-list';

let saved = 0;

/** `countSpecies` of records, by their facts. */
export function countSpecies(records: readonly LocalObservation[], ...others: Tail<Parameters<typeof countFacts>>) {
  return countFacts(
    records.flatMap((record) => extractFact(record) ?? []),
    ...others,
  );
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer R] ? R : never;

/** A record as stored on the device; `facts` are fields added by the server. */
export function localObservation(
  draft: z.input<typeof ObservationDraft>,
  facts: Partial<Pick<LocalObservation, 'country_code' | 'place'>> = {},
): LocalObservation {
  const row = savedRow(newId(), ObservationDraft.parse(draft), undefined, {
    user: observer(anna),
    taxon: null,
    now: ++saved,
    thumbhashes: new Map(),
  });
  return { ...row, ...facts };
}

const people: string[] = [];

/** The id of a person with public records, the same for the same name. */
export function idOfObserver(name: string): string {
  if (!people.includes(name)) people.push(name);
  return `00000000-0000-4000-8000-${String(people.indexOf(name) + 1).padStart(12, '0')}`;
}

/** A public record with a photo, as lists have it. Its id is that of its observer. */
export function photographed(name: string, change: Partial<ListedObservation> = {}): ListedObservation {
  const id = idOfObserver(name);
  return {
    ...(Object.fromEntries(PUBLIC_FIELD_NAMES.map((field) => [field, null])) as Pick<ListedObservation, PublicFieldName>),
    id,
    user: { id, name, is_pro: false },
    taxon: null,
    quality: 'needs_id',
    is_obscured: false,
    media: [
      {
        id: id.replace('0', '1'),
        type: 'image/jpeg',
        width: 4,
        height: 3,
        caption: null,
        license: null,
        order: 0,
        thumbhash: null,
        urls: null,
      },
    ],
    place: null,
    country_code: null,
    created_at: null,
    photo_count: 1,
    ...change,
  };
}

export function declarePhoto(): z.input<typeof ObservationDraft>['media'] {
  return [{ id: newId(), sha256: 'a'.repeat(64), type: 'image/jpeg', width: 40, height: 30, order: 0 }];
}

export function localTaxon(id: number, change: Partial<Taxon> = {}): Taxon {
  const name = `Species ${id}`;
  return {
    id,
    rarity: id,
    name,
    spelled: { sci: [name] },
    scientific_name: name,
    main_name: null,
    english_name: null,
    image_url: null,
    image_attribution: null,
    external_observation_count: 0,
    rank: 'species',
    group: 'bird',
    family: null,
    parent_id: null,
    accepted_id: null,
    rarity_class: 1,
    ...change,
  };
}
