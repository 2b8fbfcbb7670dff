import { Preferences, type User } from '@veld/contract';
import { UserDatabase } from '../db/database';
import { newId, hashSha256 } from '../db/ids';
import { type LocalPhoto, NO_FACTS } from '../db/rows';
import { makeBytes, RealBlob } from './bytes';

const IDS = { anna: 'a0000000-0000-7000-8000-000000000001', bram: 'b0000000-0000-7000-8000-000000000002' };

export function person(name: keyof typeof IDS, change: Partial<User> = {}): User {
  return {
    id: IDS[name],
    name,
    email: `${name}@example.org`,
    email_confirmed: true,
    pending_email: null,
    roles: ['user'],
    is_pro: false,
    country_code: 'NL',
    preferences: Preferences.parse({}),
    total_xp: 40,
    total_xp_seen: 10,
    badges: [],
    badges_seen: [],
    toasts: [],
    toasts_seen: [],
    wizards_seen: [],
    taxonomy_debug: false,
    created_at: '2026-01-01T00:00:00Z',
    ...change,
  };
}

/** A person nobody else in this run has, so that their database begins empty. */
export function freshPerson(name: keyof typeof IDS, change: Partial<User> = {}): User {
  return person(name, { id: newId(), ...change });
}

export const anna = person('anna');
export const bram = person('bram');

export const observer = (user: User) => ({ id: user.id, name: user.name, is_pro: user.is_pro });

/** The database of a new user. */
export function freshDatabase(): UserDatabase {
  return new UserDatabase(newId());
}

export async function photo(length = 3000, seed = length): Promise<LocalPhoto> {
  const bytes = makeBytes(length, seed);
  return {
    id: newId(),
    observation_id: null,
    draft_id: null,
    blob: new RealBlob([bytes], { type: 'image/jpeg' }),
    preview: null,
    sha256: await hashSha256(bytes.buffer),
    type: 'image/jpeg',
    byte_length: length,
    width: 40,
    height: 30,
    thumbhash: null,
    facts: NO_FACTS,
    created_at: 0,
    acknowledged_at: null,
  };
}
