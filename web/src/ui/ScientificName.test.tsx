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

  test('is not in italics above genus', () => {
    for (const rank of ['family', 'order', 'class', 'kingdom', 'subfamily', 'tribe']) {
      const { container } = render(<ScientificName name="Paridae" rank={rank} />);
      expect(container.querySelector('i'), rank).toBeNull();
      expect(container.textContent).toBe('Paridae');
    }
  });

  test('keeps hybrid signs, rank abbreviations and qualifiers upright', () => {
    expect(italic('Salix × fragilis')).toEqual(['Salix', 'fragilis']);
    expect(italic('Rubus fruticosus agg.')).toEqual(['Rubus fruticosus']);
    expect(italic('Brassica oleracea var. capitata')).toEqual(['Brassica oleracea', 'capitata']);
    expect(italic('Myotis cf. mystacinus')).toEqual(['Myotis', 'mystacinus']);
    expect(italic('Taraxacum officinale s.l.')).toEqual(['Taraxacum officinale']);
  });

  test('puts a subgenus in italics, but not the label of a homonym', () => {
    expect(italic('Bombus (Pyrobombus) hypnorum')).toEqual(['Bombus (Pyrobombus) hypnorum']);
    expect(italic('Prunella (flowering plants)')).toEqual(['Prunella']);
  });

  test('keeps its text for screen readers and for copying', () => {
    const { container } = render(<ScientificName name="Quercus × rosacea nothovar. x" rank="species" />);
    expect(container.textContent).toBe('Quercus × rosacea nothovar. x');
    expect(container.querySelector('[lang="la"]')).not.toBeNull();
  });
});
