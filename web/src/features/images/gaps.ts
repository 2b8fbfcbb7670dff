import { useInfiniteQuery } from '@tanstack/react-query';
import { type ImageNeed, listImageNeeds, type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { api, database } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { deviceSetting, validElements } from '../../local/device/device-setting';
import { useFormErrorText } from '../../shared/session/form';
import { type Taxon, taxonOfSummary } from '../../shared/taxa/data';
import type { Candidate } from './candidates';
import { chooseImage } from './data';
import { undoImage } from './Details';
import type { UndoStack } from './use-undo';
import { describeChoice } from './Workbench';

/** Species that the curator skipped on this device, so that the next visit goes on behind them. */
const skippedSpecies = deviceSetting('image_skips', validElements(z.int()));
/** The oldest ones are offered again. */
const MAX_SKIPS = 2000;

const PAGE_SIZE = 60;
/** With so few species left, the next page is fetched. */
const FEW = 10;

export interface GapFilter {
  /** Or `worldwide`. */
  country: string;
  group: TaxonGroup | null;
}

/** A species without an image. */
export interface Gap {
  taxon: Taxon;
  records: number;
}

/** An image that could not be saved; its species is offered again. */
interface Failure {
  name: string;
  reason: string;
}

/**
 * The species without an image, the most recorded first, and what was done about them. Images are saved one after the other while the curator
 * goes on.
 */
export function useGaps({ country, group }: GapFilter, undo: UndoStack) {
  const errorOf = useFormErrorText();
  const skips = useLiveQuery(() => skippedSpecies.read(database), []);
  /** With an image chosen in this visit, and those of them that the server has stored. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [stored, setStored] = useState<ReadonlySet<number>>(new Set());
  const [failure, setFailure] = useState<Failure | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());

  const query = useInfiniteQuery({
    queryKey: ['specie-images', 'gaps', country, group],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listImageNeeds,
        { query: { need: 'image', page: pageParam, ...(country === WORLDWIDE ? {} : { country }), ...(group ? { group } : {}) } },
        { signal },
      ),
    initialPageParam: 1,
    // Stored ones have left the list of the server, so what follows the known ones has moved up.
    getNextPageParam: (last, pages) =>
      last.has_more ? Math.floor(rowsOf(pages).filter(({ id }) => !stored.has(id)).length / PAGE_SIZE) + 1 : undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const rows = query.data && rowsOf(query.data.pages);
  const without = rows?.filter(({ id }) => !chosen.has(id));
  const open = skips && without?.filter(({ id }) => !skips.includes(id));
  const isAtEnd = open !== undefined && open.length <= FEW;
  const { hasNextPage, isFetching, fetchNextPage, isError } = query;
  useEffect(() => {
    if (isAtEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isAtEnd, hasNextPage, isFetching, isError, fetchNextPage]);

  const use = ({ taxon }: Gap, candidate: Candidate) => {
    const writeId = newId();
    setChosen((before) => withId(before, taxon.id));
    const saved = saving.current
      .then(() => chooseImage(taxon.id, describeChoice(candidate), writeId))
      .then(
        () => {
          setStored((before) => withId(before, taxon.id));
          return true;
        },
        (error: unknown) => {
          setChosen((before) => withoutId(before, taxon.id));
          setFailure({ name: taxon.name, reason: errorOf(error) });
          return false;
        },
      );
    saving.current = saved;
    undo.push(async () => {
      if (!(await saved)) return;
      await undoImage(taxon.id);
      setStored((before) => withoutId(before, taxon.id));
      setChosen((before) => withoutId(before, taxon.id));
    }, '');
  };
  const skip = ({ taxon: { id } }: Gap) => {
    void skippedSpecies.update(database, (ids) => [...ids.filter((one) => one !== id), id].slice(-MAX_SKIPS));
    undo.push(() => skippedSpecies.update(database, (ids) => ids.filter((one) => one !== id)), '');
  };
  const first = query.data?.pages[0];
  return {
    /** The species to fill, then those that follow. Undefined until they are known. */
    open: open === undefined || (open.length === 0 && isFetching) ? undefined : open.map(gapOf),
    /** How many were skipped and have no image. */
    skippedCount: skips && without ? without.length - (open?.length ?? 0) : 0,
    /** How many species have a good image; null until it is known. */
    counts: first ? { total: first.total, done: first.done + stored.size } : null,
    savingCount: chosen.size - stored.size,
    failure,
    listError: query.data ? null : query.error,
    retry: () => void query.refetch(),
    use,
    skip,
    offerSkipped: () => {
      const ids = new Set(without?.map(({ id }) => id));
      void skippedSpecies.update(database, (before) => before.filter((id) => !ids.has(id)));
    },
    dismissFailure: () => setFailure(null),
  };
}
export type Gaps = ReturnType<typeof useGaps>;

/** Without the rows that a page repeats. */
function rowsOf(pages: readonly { data: ImageNeed[] }[]): ImageNeed[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}

const gapOf = (row: ImageNeed): Gap => ({ taxon: taxonOfSummary(row), records: row.records });
const withId = (ids: ReadonlySet<number>, id: number) => new Set([...ids, id]);
const withoutId = (ids: ReadonlySet<number>, id: number) => new Set([...ids].filter((one) => one !== id));
