import {
  type CallInput,
  EmbedKey,
  EmbedViewReply,
  getEmbedCounter,
  getEmbedMap,
  getEmbedProject,
  getEmbedRecords,
  getEmbedSpecies,
  type getEmbedView,
} from '@veld/contract';
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
export function useEmbedded({ type, key, taxonId, projectId, view, language }: EmbedOptions): { embedded: Embedded; retry: () => void } {
  const isKey = EmbedKey.safeParse(key).success;
  const [embedded, setEmbedded] = useState<Embedded>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isKey) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const shown = await read({ type, key, taxonId, projectId, view, language }, stop.signal);
        if (!stop.signal.aborted) setEmbedded(shown);
      } catch (error) {
        if (stop.signal.aborted) return;
        // Of a view, the server may have refused a part.
        if (error instanceof CallError && (error.code === 'not_found' || error.code === 'validation')) return setEmbedded('unknown');
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
  }, [isKey, type, key, taxonId, projectId, view, language, attempt]);
  const retry = () => {
    setEmbedded('loading');
    setAttempt(attempt + 1);
  };
  return { embedded: isKey ? embedded : 'unknown', retry };
}

type Asked = Pick<EmbedOptions, 'type' | 'key' | 'taxonId' | 'projectId' | 'view' | 'language'>;

const loadMap = async () => (await import('./EmbeddedMap')).EmbeddedMap;
const loadSpecies = async () => (await import('./EmbeddedSpecies')).EmbeddedSpecies;
const loadRecords = async () => (await import('./EmbeddedRecords')).EmbeddedRecords;
const loadProject = async () => (await import('./EmbeddedProject')).EmbeddedProject;

async function read({ type, key, taxonId, projectId, view, language }: Asked, signal: AbortSignal): Promise<Shown> {
  const api = createApi({ token: () => null, language: () => language });
  const input = { query: { key } };
  if (type === 'counter') return { type, counts: (await api.call(getEmbedCounter, input, { signal })).data };
  if (type === 'records' || (type === 'species' && taxonId !== null)) {
    const query = taxonId === null ? { key } : { key, taxon_id: taxonId };
    const [{ data }, Records] = await Promise.all([api.call(getEmbedRecords, { query }, { signal }), loadRecords()]);
    return { type: 'records', counts: data, Records };
  }
  if (type === 'view') return readView(api, key, new URLSearchParams(view), signal);
  if (type === 'project') {
    const query = { key, project_id: projectId ?? '' };
    const [{ data }, Project] = await Promise.all([api.call(getEmbedProject, { query }, { signal }), loadProject()]);
    return { type, counts: data, Project };
  }
  if (type === 'species') {
    const [{ data }, Species] = await Promise.all([api.call(getEmbedSpecies, input, { signal }), loadSpecies()]);
    return { type, counts: data, Species };
  }
  const [{ data }, Map] = await Promise.all([api.call(getEmbedMap, input, { signal }), loadMap()]);
  return { type, counts: data, Map };
}

type View = typeof getEmbedView;

/** The route without the schema of its filter, which the server checks: another website would have to load it. */
const asked: Pick<View, 'method' | 'path' | 'replies'> = { method: 'GET', path: '/api/embed/view', replies: { 200: EmbedViewReply } };

/** A view of Explore looks like the embed of a person, with the name that the view was given. */
async function readView(api: ReturnType<typeof createApi>, key: string, view: URLSearchParams, signal: AbortSignal): Promise<Shown> {
  const query = { ...Object.fromEntries(view), key } as CallInput<View>['query'];
  const { records, species, list, latest, cells } = (await api.call(asked as View, { query }, { signal })).data;
  const counts = { name: view.get('name') ?? '', observations: records.count, species: species.count, isMinimum: records.is_minimum };
  const show = view.get('show');
  if (show === 'map') return { type: 'map', counts: { ...counts, cells }, Map: await loadMap() };
  if (show === 'species') return { type: 'species', counts: { ...counts, list }, Species: await loadSpecies() };
  return { type: 'records', counts: { ...counts, taxon: null, records: latest }, Records: await loadRecords() };
}
