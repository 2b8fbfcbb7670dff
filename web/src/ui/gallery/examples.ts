import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { PhotoSource } from '../Photo';

interface Example {
  name: string;
  scientificName: string;
  rank: string;
  group: TaxonGroup;
  rarity: number;
  isSeen: boolean;
}

const example = (name: string, scientificName: string, group: TaxonGroup, rarity: number, isSeen = false, rank = 'species'): Example => ({
  name,
  scientificName,
  rank,
  group,
  rarity,
  isSeen,
});

export const TAXA: Example[] = [
  example('Koolmees', 'Parus major', 'bird', 1, true),
  example('Kleine ijsvogelvlinder', 'Limenitis camilla', 'butterfly', 3),
  example('Egel', 'Erinaceus europaeus', 'mammal', 1, true),
  example('Rugstreeppad', 'Epidalea calamita', 'amphibian', 4),
  example('Brede orchis', 'Dactylorhiza majalis var. alpestris', 'plant', 4, false, 'variety'),
  example('Salix × fragilis', 'Salix × fragilis', 'tree', 2, true),
  example('Wespenspin', 'Argiope bruennichi', 'spider', 2),
  example('Mezen', 'Paridae', 'bird', 1, true, 'family'),
  example('Gewöhnlicher Wasser-Hahnenfuß (Artengruppe)', 'Ranunculus aquatilis agg.', 'plant', 3),
  example('Vliegenzwam', 'Amanita muscaria', 'fungus', 1, true),
];

export const RARITY_WORDS = ['', 'Very common', 'Common', 'Uncommon', 'Rare', 'Very rare'];

/** A drawn placeholder for a photo. */
export function paintedPhoto(ground: string, light: string, subject: string, turn: number): PhotoSource {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><defs><filter id="b"><feGaussianBlur stdDeviation="26"/></filter></defs><rect width="400" height="300" fill="${ground}"/><g filter="url(#b)"><circle cx="300" cy="60" r="90" fill="${light}"/><path d="M0 220Q120 150 260 210T400 190V300H0Z" fill="${light}" opacity=".6"/><circle cx="70" cy="110" r="60" fill="${subject}" opacity=".5"/></g><g transform="rotate(${turn} 200 160)"><path d="M60 196Q200 178 350 204" stroke="#4a3b2a" stroke-width="9" fill="none" stroke-linecap="round"/><ellipse cx="190" cy="146" rx="62" ry="44" fill="${subject}"/><circle cx="140" cy="112" r="30" fill="#2b2f2a"/><path d="M112 114l-22 6 22 6Z" fill="#2b2f2a"/><path d="M236 158l70 26-66-6Z" fill="#39443f"/><circle cx="131" cy="107" r="4" fill="#fff"/></g></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { urls: { 128: url, 512: url, 1600: url }, width: 400, height: 300 };
}

export const PHOTOS = [
  paintedPhoto('#7f9166', '#d8d9a0', '#c9b94a', -4),
  paintedPhoto('#5d7480', '#b9cdd1', '#b0562f', 6),
  paintedPhoto('#8a7a58', '#e0cfa2', '#7c8a5a', 0),
] as const;
