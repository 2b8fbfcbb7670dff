import { EmbedKey, getEmbedCounter, getEmbedMap, getEmbedProject, getEmbedRecords, getEmbedSpecies } from '@veld/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { createApi } from '../../local/net/api';
import { CallError } from '../../local/net/call-error';
import type { Counts, MapProps, SpeciesProps, ProjectProps, RecordsProps } from './counts';
import type { EmbedOptions } from './options';

const AGAIN_MS = 5 * 60_000;

/**
 * All but the counter come with their component, so that the counter stays small, and a component that could not be loaded is a failure
 * like any other.
 */
export type Shown =
  | { type: 'counter'; counts: Counts }
  | { type: 'map'; counts: MapProps['counts']; Map: ComponentType<MapProps> }
  | { type: 'species'; counts: SpeciesProps['counts']; Species: ComponentType<SpeciesProps> }
  | { type: 'project'; counts: ProjectProps['counts']; Project: ComponentType<ProjectProps> }
  | { type: 'records'; counts: RecordsProps['counts']; Records: ComponentType<RecordsProps> };

/** `unknown`: the server has no such key, or has it no longer. */
type Embedded = Shown | 'loading' | 'failed' | 'unknown';

/** What the key gives, asked for without a session, and again every five minutes while somebody may look at it. */
export function useEmbedded({ type, key, taxonId, projectId, language }: EmbedOptions): { embedded: Embedded; retry: () => void } {
  const isKey = EmbedKey.safeParse(key).success;
  const [embedded, setEmbedded] = useState<Embedded>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isKey) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const shown = await read({ type, key, taxonId, projectId, language }, stop.signal);
        if (!stop.signal.aborted) setEmbedded(shown);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof CallError && error.code === 'not_found') return setEmbedded('unknown');
        setEmbedded((before) => (typeof before === 'string' ? 'failed' : before));
      }
      if (!stop.signal.aborted) timer = setTimeout(again, AGAIN_MS);
    };
    const again = () => {
      if (!document.hidden) void ask();
      else document.addEventListener('visibilitychange', () => void ask(), { once: true, signal: stop.signal });
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isKey, type, key, taxonId, projectId, language, attempt]);
  const retry = () => {
    setEmbedded('loading');
    setAttempt(attempt + 1);
  };
  return { embedded: isKey ? embedded : 'unknown', retry };
}

type Asked = Pick<EmbedOptions, 'type' | 'key' | 'taxonId' | 'projectId' | 'language'>;

async function read({ type, key, taxonId, projectId, language }: Asked, signal: AbortSignal): Promise<Shown> {
  const api = createApi({ token: () => null, language: () => language });
  const input = { query: { key } };
  if (type === 'counter') return { type, counts: (await api.call(getEmbedCounter, input, { signal })).data };
  if (type === 'records' || (type === 'species' && taxonId !== null)) {
    const query = taxonId === null ? { key } : { key, taxon_id: taxonId };
    const [{ data }, { EmbeddedRecords }] = await Promise.all([
      api.call(getEmbedRecords, { query }, { signal }),
      import('./EmbeddedRecords'),
    ]);
    return { type: 'records', counts: data, Records: EmbeddedRecords };
  }
  if (type === 'project') {
    const query = { key, project_id: projectId ?? '' };
    const [{ data }, { EmbeddedProject }] = await Promise.all([
      api.call(getEmbedProject, { query }, { signal }),
      import('./EmbeddedProject'),
    ]);
    return { type, counts: data, Project: EmbeddedProject };
  }
  if (type === 'species') {
    const [{ data }, { EmbeddedSpecies }] = await Promise.all([api.call(getEmbedSpecies, input, { signal }), import('./EmbeddedSpecies')]);
    return { type, counts: data, Species: EmbeddedSpecies };
  }
  const [{ data }, { EmbeddedMap }] = await Promise.all([api.call(getEmbedMap, input, { signal }), import('./EmbeddedMap')]);
  return { type, counts: data, Map: EmbeddedMap };
}
