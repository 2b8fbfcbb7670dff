// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { nameRuns, ScientificName } from './ScientificName';

const italic = (name: string) =>
  nameRuns(name)
    .filter((run) => !run.isUpright)
    .map((run) => run.text);

describe('a scientific name', () => {
  test('is in italics from genus down', () => {
    for (const rank of ['genus', 'species', 'subspecies', 'Variety']) {
      const { container } = render(<ScientificName name="Parus major" rank={rank} />);
      expect(container.querySelector('i')?.textContent, rank).toBe('Parus major');
    }
  });

  test('is never in italics above the genus', () => {
    for (const rank of ['family', 'order', 'class', 'kingdom', 'subfamily', 'tribe']) {
      const { container } = render(<ScientificName name="Paridae" rank={rank} />);
      expect(container.querySelector('i'), rank).toBeNull();
      expect(container.textContent).toBe('Paridae');
    }
  });

  test('keeps marks upright and the rest in italics', () => {
    expect(italic('Salix × fragilis')).toEqual(['Salix', 'fragilis']);
    expect(italic('Rubus fruticosus agg.')).toEqual(['Rubus fruticosus']);
    expect(italic('Brassica oleracea var. capitata')).toEqual(['Brassica oleracea', 'capitata']);
    expect(italic('Myotis cf. mystacinus')).toEqual(['Myotis', 'mystacinus']);
    expect(italic('Taraxacum officinale s.l.')).toEqual(['Taraxacum officinale']);
  });

  test('has a subgenus in italics, but not the label that tells two same names apart', () => {
    expect(italic('Bombus (Pyrobombus) hypnorum')).toEqual(['Bombus (Pyrobombus) hypnorum']);
    expect(italic('Prunella (flowering plants)')).toEqual(['Prunella']);
  });

  test('reads the same as it was written, for readers and for copying', () => {
    const { container } = render(<ScientificName name="Quercus × rosacea nothovar. x" rank="species" />);
    expect(container.textContent).toBe('Quercus × rosacea nothovar. x');
    expect(container.querySelector('[lang="la"]')).not.toBeNull();
  });
});
