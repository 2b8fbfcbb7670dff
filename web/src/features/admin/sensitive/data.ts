import {
  type BodyOf,
  deleteSensitiveRule,
  exportSensitiveRules,
  importSensitiveRules,
  type ListedRule,
  listSensitiveRules,
  putSensitiveRule,
  type SensitiveImport,
} from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveFiles } from '../../../device/files';
import { api } from '../../../local/app/veld';
import { describePages, KEY } from '../data';

export type { ListedRule, SensitiveImport };
export type RuleForm = BodyOf<typeof putSensitiveRule>;

/** While records are looked at again, the list says how many taxa are left. */
const DUE_POLL_MS = 5_000;

/** The rules with a name that contains the text, in pages. */
export function useSensitiveRules(search: string) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'sensitive-taxa', search],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listSensitiveRules,
        { query: { ...(search === '' ? {} : { search }), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.due ?? 0) > 0 ? DUE_POLL_MS : false),
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  const [first] = query.data?.pages ?? [];
  return { rows, total: first?.total ?? 0, due: first?.due ?? 0, ...describePages(query) };
}

export async function saveRule(id: string, body: RuleForm): Promise<void> {
  await api.call(putSensitiveRule, { params: { id }, body });
}

export async function removeRule(id: string): Promise<void> {
  await api.call(deleteSensitiveRule, { params: { id } });
}

export async function importRules(body: BodyOf<typeof importSensitiveRules>): Promise<SensitiveImport> {
  return (await api.call(importSensitiveRules, { body })).data;
}

export async function downloadRules(): Promise<void> {
  const text = await api.call(exportSensitiveRules, {});
  saveFiles([{ name: 'sensitive-taxa.csv', blob: new Blob([text], { type: 'text/csv' }) }]);
}
