import { describe, expect, it } from 'vitest';
import { findSilhouette } from './find-silhouette';
import { SILHOUETTES } from './silhouettes';

const nameOf = (drawing: ReturnType<typeof findSilhouette>) => Object.entries(SILHOUETTES).find(([, one]) => one === drawing)?.[0];

describe('the silhouette of a taxon', () => {
  it.each([
    ['bird', 'Cygnus olor', 'Anatidae', 'swan'],
    ['bird', 'Anas platyrhynchos', 'Anatidae', 'duck'],
    ['bird', 'Sterna hirundo', 'Laridae', 'tern'],
    ['bird', 'Larus argentatus', 'Laridae', 'gull'],
    ['bird', 'Strigiformes', null, 'owl'],
    ['bird', 'Erithacus rubecula', 'Muscicapidae', 'songbird'],
    ['bird', 'Erithacus rubecula', null, 'songbird'],
    ['butterfly', 'Aglais io', 'Nymphalidae', 'butterfly'],
    ['butterfly', 'Noctua pronuba', 'Noctuidae', 'moth'],
    ['butterfly', 'Noctua pronuba', null, 'butterfly'],
    ['dragonfly', 'Ischnura elegans', 'Coenagrionidae', 'damselfly'],
    ['tree', 'Quercus robur', 'Fagaceae', 'broadleaf'],
    ['plant', 'Salix repens', 'Salicaceae', 'leaf'],
    ['fungus', 'Fomes fomentarius', 'Polyporaceae', 'bracket'],
    ['other', 'Carcinus maenas', 'Carcinidae', 'crab'],
  ] as const)('%s %s (%s) is that of a %s', (group, name, family, expected) => {
    expect(nameOf(findSilhouette(group, name, family))).toBe(expected);
  });

  it('is none for what is in no group and has no drawing', () => {
    expect(findSilhouette('other', 'Plumatella repens', 'Plumatellidae')).toBeNull();
  });

  it('is one of at least forty, each drawn inside its square', () => {
    expect(Object.keys(SILHOUETTES).length).toBeGreaterThanOrEqual(40);
    for (const [name, [fill, line = '']] of Object.entries(SILHOUETTES) as [string, readonly [string, string?, number?]][]) {
      // Commands with absolute points: all but the arcs of eyes and spots.
      const points = `${fill}${line}`.replaceAll(/a[^MZ]*/g, '').match(/-?\d+(\.\d+)?/g) ?? [];
      expect(points.length, name).toBeGreaterThan(3);
      for (const point of points) {
        expect(Number(point), name).toBeGreaterThanOrEqual(-4);
        expect(Number(point), name).toBeLessThanOrEqual(52);
      }
    }
  });
});
