import { deleteEmbed, type Embed, EMBED_SIZES, type EmbedType, listEmbeds, putEmbed } from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { newId, newToken } from '../../../local/db/ids';
import { api } from '../../../local/app/veld';
import { CallError } from '../../../shared/session/session';

const KEY = ['embeds'];

export function useEmbeds() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(listEmbeds, {}, { signal }) });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  return { embeds: query.data?.data, hasFailed: query.isError, retry: query.refetch, refresh };
}

/** Creates a key on the device; the server stores only its hash. The returned key is not stored anywhere. */
export async function createEmbed(label: string, origins: string[]): Promise<{ embed: Embed; key: string }> {
  const key = newToken();
  const { data } = await api.call(putEmbed, { params: { id: newId() }, body: { key, label: label.trim(), origins } });
  return { embed: data, key };
}

export async function removeEmbed(id: string): Promise<void> {
  try {
    await api.call(deleteEmbed, { params: { id } });
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error;
  }
}

/** Parses one website per line into origins; paths are dropped. `bad`: invalid lines. */
export function parseOrigins(text: string): { origins: string[]; bad: string[] } {
  const origins = new Set<string>();
  const bad: string[] = [];
  for (const line of text.split(/[\s,;]+/).filter(Boolean)) {
    const origin = originOf(line);
    if (origin) origins.add(origin);
    else bad.push(line);
  }
  return { origins: [...origins], bad };
}

function originOf(line: string): string | null {
  const address = /^https?:\/\//i.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return null;
  const { hostname, origin, username } = new URL(address);
  const isHost = hostname === 'localhost' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname);
  return isHost && username === '' ? origin : null;
}

const MAP_PX = 280;

/** A type of embed, or one species. */
export type EmbedKind = EmbedType | 'taxon';

/** A frame on a website: where its page is, and its size in pixels. */
export interface EmbedFrame {
  address: string;
  width: number;
  height: number;
}

interface EmbedChoice {
  key: string;
  language: string;
  kind: EmbedKind;
  /** Of the kind `taxon`. */
  taxonId?: number | null;
  /** Of the kind `project`. */
  projectId?: string | null;
  /** `auto` is that of the reader. */
  theme?: 'auto' | 'light' | 'dark' | 'contrast';
  /** Of the kind `view`: what is shown of which filter, under which name. */
  view?: string;
}

export function embedFrame(
  { key, language, kind, taxonId, projectId, theme = 'auto', view = '' }: EmbedChoice,
  home = location.origin,
): EmbedFrame {
  const type = kind === 'taxon' ? 'species' : kind;
  const more = {
    counter: '',
    map: `&type=map&height=${MAP_PX}`,
    species: '&type=species',
    records: '&type=records',
    project: `&type=project&project=${projectId ?? ''}`,
    view: `&type=view&height=${MAP_PX}&${view}`,
  }[type];
  const taxon = kind === 'taxon' && taxonId ? `&taxon=${taxonId}` : '';
  const colours = theme === 'auto' ? '' : `&theme=${theme}`;
  return { address: `${home}/embed?key=${key}&lang=${language}${more}${taxon}${colours}`, ...EMBED_SIZES[type] };
}

/** The HTML to paste into a website. The title is for screen readers. */
export function embedCode({ address, width, height }: EmbedFrame, title: string): string {
  const size = `width="${width}" height="${height}"`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" ${size} style="border:0" loading="lazy"></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
