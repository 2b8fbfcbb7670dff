import { useQuery } from '@tanstack/react-query';
import {
  exploreRecords,
  exploreSpecies,
  getFeed,
  getMapSummary,
  getProject,
  getProjectMap,
  getSpecies,
  getVisitorPage,
  listProjects,
  listProjectSpecies,
  type PageKind,
} from '@veld/contract';
import { api } from '../../local/app/veld';
import { CallError } from '../../shared/session/session';

/** Everything here is asked without a session, and stays as long as the page does. */
const KEY = 'visitor';

/** The latest public records of a country, or of the world. */
export function useLatestRecords(country: string | null) {
  return useQuery({
    queryKey: [KEY, 'feed', country],
    queryFn: ({ signal }) => api.call(getFeed, country ? { query: { country } } : {}, { signal, token: null }),
  });
}

/** How much there is on the map, of the world or a country. */
export function useWorldFigures(country: string | null) {
  return useQuery({
    queryKey: [KEY, 'map', country],
    queryFn: async ({ signal }) => {
      const query = { west: -180, south: -85, east: 180, north: 85, ...(country ? { country } : {}) };
      return (await api.call(getMapSummary, { query }, { signal, token: null })).data;
    },
  });
}

export function useTaxonOfServer(id: string) {
  return useQuery({
    queryKey: [KEY, 'species', id],
    queryFn: async ({ signal }) => (await api.call(getSpecies, { params: { id } }, { signal, token: null })).data,
    retry: (count, error) => count < 1 && !isMissing(error),
  });
}

/** The most recorded species of a public place, and its latest records. */
export function useOpenPlaceRecords(place: string) {
  return useQuery({
    queryKey: [KEY, 'place', place],
    queryFn: async ({ signal }) => {
      const options = { signal, token: null };
      const [species, records] = await Promise.all([
        api.call(exploreSpecies, { query: { place, limit: 60 } }, options),
        api.call(exploreRecords, { query: { place, limit: 6 } }, options),
      ]);
      return { species: species.data, records: records.data };
    },
  });
}

/** Projects that everybody can join. */
export function useOpenProjects() {
  return useQuery({
    queryKey: [KEY, 'projects'],
    queryFn: async ({ signal }) => {
      const states = ['running', 'planned', 'finished'] as const;
      const lists = await Promise.all(states.map((state) => api.call(listProjects, { query: { state } }, { signal, token: null })));
      return lists.flatMap(({ data }) => data);
    },
  });
}

export function useOpenProject(id: string) {
  return useQuery({
    queryKey: [KEY, 'project', id],
    queryFn: async ({ signal }) => {
      const params = { id };
      const options = { signal, token: null };
      const [project, cells, species] = await Promise.all([
        api.call(getProject, { params }, options),
        api.call(getProjectMap, { params }, options),
        api.call(listProjectSpecies, { params }, options),
      ]);
      return { project: project.data, cells: cells.data, species: species.data };
    },
    retry: (count, error) => count < 1 && !isMissing(error),
  });
}

/** What everyone may see of one thing. */
export function usePublicPage(kind: PageKind, id: string) {
  return useQuery({
    queryKey: [KEY, 'page', kind, id],
    queryFn: async ({ signal }) => (await api.call(getVisitorPage, { params: { kind, id } }, { signal, token: null })).data,
    retry: (count, error) => count < 1 && !isMissing(error),
  });
}

/** Whether there is nothing to see for a visitor. */
export function isMissing(error: Error | null): boolean {
  return error instanceof CallError && (error.code === 'not_found' || error.code === 'gone' || error.status === 422);
}
