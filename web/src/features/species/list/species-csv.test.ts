import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../../device/csv';
import { countSpecies, localObservation, localTaxon } from '../testing/rows';
import { speciesRows } from '../MySpeciesScreen';

describe('the export of a species list', () => {
  it('has each species with what the user found of it, and no name that a spreadsheet would run', () => {
    const swan = localTaxon(1, { name: 'Mute swan', scientific_name: 'Cygnus olor', family: 'Anatidae' });
    const named = localTaxon(2, { name: '=cmd()', scientific_name: 'Malus malus', group: 'tree', rarity_class: 4 });
    const own = countSpecies(
      [localObservation({ taxon_id: 1, observed_on: '2026-05-09' }), localObservation({ taxon_id: 1, observed_on: '2025-05' })],
      { country: null, period: 'all', today: '2026-07-10' },
    );
    expect(formatCsv(speciesRows([swan, named], own, new Set([2]))).split('\r\n')).toEqual([
      'taxonID,vernacularName,scientificName,taxonRank,family,group,rarityClass,seen,wanted,records,firstDate,lastDate',
      '1,Mute swan,Cygnus olor,species,Anatidae,bird,1,true,false,2,2025-05,2026-05-09',
      "2,'=cmd(),Malus malus,species,,tree,4,false,true,0,,",
      '',
    ]);
  });
});
