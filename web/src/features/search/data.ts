import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CommunityUser, type ListedProject, listCommunityUsers, listProjects, listPublicPlaces, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, recordedDate } from '../../i18n/format';
import { foldText } from '../../i18n/plain-words';
import { api } from '../../local/app/veld';
import type { RecentChoice } from '../../local/device/recent-choices';
import { ownFacts } from '../../local/records/in-memory/facts-in-memory';
import { onTaxonomyChange, searchTaxa, type TaxonHit } from '../../local/taxonomy/search';
import { sexagesimalText } from '../../shared/geo/coordinate-text';
import { placeQuery } from '../../shared/geo/map/place-query';
import { type PlaceOption, usePlaceSearch } from '../../shared/geo/search/use-place-search';
import { type LocalFact, type LocalObservation, useOwnObservation, useRecordsOfFacts } from '../../shared/records/own';
import { describeRecordPlace, formatRecordName, formatWhen, useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, useIsOnline, useLanguage, useUser } from '../../shared/session/session';
import { speciesAddress, summarizeTaxon } from '../../shared/taxa/data';
import { isGuess } from '../../shared/taxa/GuessesHeading';
import { matchedAs, rankLabel, useNamed } from '../../shared/taxa/names';
import type { ScreenRoute } from '../../ui/feature';
import { projectAddress } from '../projects/data';
import { describeScreen, findScreens, listOpenScreens } from './found-screens';
import { groupFound, readRecordId, type SearchGroup } from './search-groups';

/** Hits of which records are looked for; fewer are shown. */
const HITS = 20;
const RECORDS = 3;
/** Typing pauses this long before the server is asked. */
const REST_MS = 250;
const SHORTEST_NAME = 2;
/** That of the contract. */
const LONGEST_NAME = 80;
const PROJECTS = 5;
/** How long an answer of the server is kept. */
const KEPT_MS = 60_000;

const NONE: readonly never[] = [];

export interface SearchResult {
  groups: readonly SearchGroup[];
  /** The device has found what it finds for the text. */
  isSettled: boolean;
  /** At least the first option is one for the text as it is now. */
  isCurrent: boolean;
  /** People and projects are not searched, because there is no connection. */
  isOffline: boolean;
  hasFailed: boolean;
}

/** Everything that a text finds, from the device at once, and from the server when typing pauses. `text` is trimmed. */
export function useSearch(text: string, screens: readonly ScreenRoute[]): SearchResult {
  const recordId = readRecordId(text);
  const words = recordId === null ? text : '';
  const taxa = useFoundTaxa(words);
  const places = useFoundPlaces(words);
  const records = useFoundRecords(taxa.hits);
  const named = useRecordById(recordId);
  const settings = useFoundSettings(words);
  const titled = useFoundScreens(words, screens);
  const served = useFoundOnServer(words);
  const describe = useTaxonWords();
  const groups = useMemo(() => {
    if (words === '') return named ? [{ kind: 'record' as const, options: [named] }] : NONE;
    const addresses = new Set(titled.map(({ to }) => to));
    const [guess, species] = [taxa.hits.filter(isGuess), taxa.hits.filter((hit) => !isGuess(hit))];
    const found = {
      species: species.map(describe),
      guess: guess.map(describe),
      record: records,
      place: places.options,
      screen: [...titled, ...settings.options.filter(({ to }) => !addresses.has(to))],
      person: served.people,
      project: served.projects,
      area: served.areas,
    };
    return groupFound(found, words);
  }, [words, named, taxa.hits, describe, records, places.options, titled, settings.options, served.people, served.projects, served.areas]);
  const areTaxaCurrent = taxa.text === words;
  const isSettled = areTaxaCurrent && places.isCurrent && (words !== '' || named !== null);
  return {
    groups,
    isSettled,
    isCurrent: isSettled || (areTaxaCurrent && taxa.hits.some((hit) => !isGuess(hit))),
    isOffline: served.isOffline,
    hasFailed: taxa.hasFailed || settings.hasFailed || served.hasFailed,
  };
}

interface FoundTaxa {
  text: string;
  hits: readonly TaxonHit[];
  hasFailed: boolean;
}

const NO_TAXA: FoundTaxa = { text: '', hits: NONE, hasFailed: false };

/** The last hits stay until the next are there. A search that is replaced by a newer one is cancelled. */
function useFoundTaxa(text: string): FoundTaxa {
  const [found, setFound] = useState(NO_TAXA);
  useEffect(() => {
    if (text === '') return;
    const question = new AbortController();
    const { signal } = question;
    const look = () => {
      searchTaxa(text, { limit: HITS, signal }).then(
        (hits) => {
          if (!signal.aborted) setFound({ text, hits, hasFailed: false });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          console.error('Taxonomy', error);
          setFound({ text, hits: NONE, hasFailed: true });
        },
      );
    };
    look();
    const end = onTaxonomyChange(look);
    return () => {
      end();
      question.abort();
    };
  }, [text]);
  return text === '' ? NO_TAXA : found;
}

/** Shows a taxon that was found. */
function useTaxonWords(): (hit: TaxonHit) => RecentChoice {
  const { t } = useTranslation(['search', 'common']);
  const language = useLanguage();
  return useMemo(
    () => (hit) => ({
      kind: 'species',
      to: speciesAddress(hit.id),
      title: hit.name,
      more: matchedAs(hit, t, language) ?? rankLabel(hit.rank, t),
      taxon: summarizeTaxon(hit),
    }),
    [t, language],
  );
}

/** The person's last records of the taxa that were found, those of the best hit first. */
function useFoundRecords(hits: readonly TaxonHit[]): readonly RecentChoice[] {
  const facts = useFacts();
  const describe = useRecordWords();
  const found = useMemo(() => {
    const places = new Map(hits.filter((hit) => !isGuess(hit)).map(({ id }, place) => [id, place]));
    const placeIn = ({ taxon_id: id }: LocalFact) => (id === null ? undefined : places.get(id));
    return facts
      .filter((fact) => fact.tick === 0 && placeIn(fact) !== undefined)
      .toSorted((one, other) => (placeIn(one) ?? 0) - (placeIn(other) ?? 0) || other.saved_at - one.saved_at)
      .slice(0, RECORDS);
  }, [facts, hits]);
  const records = useNamed(useRecordsOfFacts(found, RECORDS) ?? NONE);
  return useMemo(() => records.map(describe), [records, describe]);
}

/** The facts of the person's records; none while they are read. */
function useFacts(): readonly LocalFact[] {
  const held = ownFacts(currentDatabase());
  useEffect(() => {
    held.ready().catch((error: unknown) => console.error('Records', error));
  }, [held]);
  return useSyncExternalStore(held.subscribe, held.current);
}

function useRecordWords(): (record: LocalObservation) => RecentChoice {
  const t = useRecordTranslation();
  const language = useLanguage();
  return useMemo(
    () => (record) => ({
      kind: 'record',
      to: `/observations/${record.id}`,
      title: formatRecordName(record, t),
      more: [formatWhen(record, language), describeRecordPlace(record, language, t)].filter((one) => one !== null).join(' · ') || null,
      taxon: record.taxon ?? null,
    }),
    [t, language],
  );
}

/** The record of an id, whosever it is; null without an id, and until it is known whether it is the person's own. */
function useRecordById(id: string | null): RecentChoice | null {
  const { t } = useTranslation('common');
  const describe = useRecordWords();
  const own = useOwnObservation(id);
  return useMemo(() => {
    if (id === null || own === undefined || (own !== null && own.id !== id)) return null;
    return own ? describe(own) : { kind: 'record', to: `/observations/${id}`, title: t('screens.observation'), more: id, taxon: null };
  }, [id, own, describe, t]);
}

/** Towns, the person's saved places, and pasted coordinates. */
function useFoundPlaces(text: string) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const { options: found, answered } = usePlaceSearch(text, true);
  const options = useMemo(() => {
    const describe = (place: PlaceOption): RecentChoice[] => {
      const one = { kind: 'place' as const, to: `/map?${placeQuery(place)}`, taxon: null };
      switch (place.kind) {
        case 'saved':
          return [{ ...one, title: place.name, more: t('screens.my_location') }];
        case 'typed':
          return [{ ...one, title: sexagesimalText(place.reading.coordinates), more: place.reading.system ?? null }];
        case 'town': {
          const { name, matched, country_code } = place.town;
          return [
            { ...one, title: name, more: [countryName(country_code, language), matched].filter((part) => part !== null).join(' · ') },
          ];
        }
        default:
          return [];
      }
    };
    return text === '' ? NONE : found.flatMap(describe);
  }, [text, found, t, language]);
  return { options, isCurrent: answered === text };
}

function useFoundScreens(text: string, screens: readonly ScreenRoute[]): readonly RecentChoice[] {
  const { t } = useTranslation('common');
  const user = useUser();
  return useMemo(
    () => findScreens(text, listOpenScreens(screens, user), (title) => t(`screens.${title}` as 'screens.feed')),
    [text, screens, user, t],
  );
}

interface FoundSettings {
  options: readonly RecentChoice[];
  hasFailed: boolean;
}

/** The settings as their own search finds them. Its code and their texts are loaded when somebody types. */
function useFoundSettings(text: string): FoundSettings {
  const { t, i18n } = useTranslation('common');
  const user = useUser();
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadSettings>> | 'failed' | null>(null);
  const isWanted = text !== '';
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    Promise.all([loadSettings(), i18n.loadNamespaces('settings')]).then(
      ([module]) => isCurrent && setLoaded(module),
      (error: unknown) => {
        console.error('Search', error);
        if (isCurrent) setLoaded('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, i18n]);
  return useMemo(() => {
    if (!isWanted || loaded === null || loaded === 'failed') return { options: NONE, hasFailed: loaded === 'failed' };
    const found = loaded.searchSettings(text, user, i18n.getFixedT(i18n.language, ['settings', 'common']));
    return {
      options: found.map(({ label, section, to }) => describeScreen(to, label, section ?? t('screens.settings'))),
      hasFailed: false,
    };
  }, [isWanted, loaded, text, user, i18n, t]);
}

const loadSettings = () => import('../settings/SettingsLayout');

/** People, projects and public places: those on the device at once, those of the server when typing pauses. */
function useFoundOnServer(text: string) {
  const client = useQueryClient();
  const language = useLanguage();
  const me = useUser();
  const isOnline = useIsOnline();
  const [name] = useDebouncedValue(text, REST_MS);
  const asked = { enabled: isOnline && name.length >= SHORTEST_NAME && name.length <= LONGEST_NAME, retry: false, gcTime: KEPT_MS };
  const people = useQuery({
    queryKey: ['community', WORLDWIDE, name],
    queryFn: ({ signal }) => api.call(listCommunityUsers, { query: { country: WORLDWIDE, name } }, { signal }),
    ...asked,
  });
  const projects = useQuery({
    queryKey: ['projects-named', name],
    queryFn: ({ signal }) => api.call(listProjects, { query: { name, limit: PROJECTS } }, { signal }),
    ...asked,
  });
  const places = useQuery({
    queryKey: ['public-places-named', name],
    queryFn: async ({ signal }) => (await api.call(listPublicPlaces, { query: { name } }, { signal })).data,
    ...asked,
  });
  const found = useMemo(() => {
    if (text.length < SHORTEST_NAME) return { people: NONE, projects: NONE, areas: NONE };
    const typed = foldText(text);
    const isNamed = (one: { name: string }) => foldText(one.name).includes(typed);
    const lists = client.getQueriesData<{ data: CommunityUser[] }>({ queryKey: ['community'] });
    const pages = client.getQueriesData<{ pages: { data: ListedProject[] }[] }>({ queryKey: ['projects'] });
    const knownPeople = [...(people.data?.data ?? []), ...lists.flatMap(([, list]) => list?.data ?? [])];
    const knownProjects = [...(projects.data?.data ?? []), ...pages.flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])];
    return {
      people: listOnce(knownPeople.filter(isNamed)).map(({ id, name: title, country_code: country }): RecentChoice => ({
        kind: 'person',
        to: id === me.id ? '/profile' : `/profile/${id}`,
        title,
        more: country && countryName(country, language),
        taxon: null,
      })),
      projects: listOnce(knownProjects.filter(isNamed)).map(({ id, name: title, start_on, end_on }): RecentChoice => ({
        kind: 'project',
        to: projectAddress(id),
        title,
        more: recordedDate(`${start_on}/${end_on}`, language),
        taxon: null,
      })),
      // By the server, whose names are those of all languages.
      areas: (places.data ?? NONE).map(({ id, name: title }): RecentChoice => ({
        kind: 'area',
        to: `/places/${id}`,
        title,
        more: null,
        taxon: null,
      })),
    };
  }, [client, text, people.data, projects.data, places.data, me.id, language]);
  return {
    ...found,
    isOffline: !isOnline && text.length >= SHORTEST_NAME,
    hasFailed: isOnline && (people.isError || projects.isError || places.isError),
  };
}

/** Each once, in the order in which they were found. */
function listOnce<T extends { id: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
