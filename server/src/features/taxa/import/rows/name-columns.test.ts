import { describe, expect, it } from 'vitest';
import { languageOfTitle } from './name-columns.ts';

describe('columns of vernacular names, by their titles', () => {
  it.each([
    [
      'en',
      ['English name', 'English_name_Clements_v2024', 'Common Name', 'mainCommonName', 'PRIMARY_COM_NAME', 'English', 'vernacularName_en'],
    ],
    ['nl', ['Nederlandse naam', 'naam (Nederlands)', 'Dutch', 'name_nl', 'nl_name', 'NaamNL']],
    ['de', ['Deutscher Name', 'Deutsch', 'German name', 'name_de', 'Artname deutsch']],
    ['es', ['Nombre común', 'nombre vulgar', 'Español', 'nombre_es', 'Nombre castellano']],
    ['fr', ['Nom français', 'Nom vernaculaire', 'nom commun', 'French', 'nom_fr']],
    ['it', ['Nome italiano', 'nome comune', 'nome volgare']],
    ['pt', ['Nome comum', 'nome popular', 'Nome português', 'nome_pt']],
    ['pl', ['Nazwa polska', 'nazwa zwyczajowa', 'Polski']],
    ['af', ['Afrikaanse naam', 'Afrikaans']],
  ] as const)('finds those in %s', (language, titles) => {
    for (const title of titles) expect([title, languageOfTitle(title)]).toEqual([title, language]);
  });

  it('leaves other columns alone', () => {
    const others = [
      'Family English name',
      'English group name',
      'nom de l’espèce',
      'Scientific name',
      'Author',
      'Range',
      'en',
      'de',
      'Name',
      'Notes',
    ];
    for (const title of [...others, 'Nombre científico', 'Swedish name', 'name_sv', 'Gattung deutsch', 'common', 'country name'])
      expect([title, languageOfTitle(title)]).toEqual([title, null]);
  });
});
