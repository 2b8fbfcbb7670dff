import { createContext } from 'react';

/** The title of a badge by its id, which a later feature has; null for one that is not known. */
export const BadgeTitle = createContext<(id: string) => string | null>(() => null);
