import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { ReactNode } from 'react';
import * as animals from './animals';
import * as plants from './plants';

/** The icon of each group; a group without one fails type checking. */
export const GROUP_DRAWINGS: Record<TaxonGroup, ReactNode> = { ...animals, ...plants };
