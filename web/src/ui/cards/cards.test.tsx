// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Photo, thumbhashUrl } from '../Photo';
import { RecordCard } from './RecordCard';
import { TaxonRow } from './TaxonRow';

const inRouter = (node: React.ReactNode) => render(<MemoryRouter>{node}</MemoryRouter>);

test('a taxon row announces the name, whether it was seen and its rarity', () => {
  inRouter(
    <TaxonRow
      to="/species/12"
      name="Koolmees"
      scientificName="Parus major"
      rank="species"
      group="bird"
      seenLabel="Gezien"
      rarity={{ level: 1, label: 'Zeer algemeen' }}
    />,
  );
  const row = screen.getByRole('link');
  expect(row.getAttribute('href')).toBe('/species/12');
  expect(row.textContent).toContain('Koolmees');
  expect(row.textContent).toContain('Parus major');
  expect(screen.getByRole('img', { name: 'Gezien' })).not.toBeNull();
  expect(screen.getByRole('img', { name: 'Zeer algemeen' })).not.toBeNull();
});

test('a taxon without a vernacular name shows its scientific name once', () => {
  inRouter(<TaxonRow name="Salix × fragilis" scientificName="Salix × fragilis" rank="species" group="tree" />);
  expect(document.body.textContent?.match(/fragilis/g)).toHaveLength(1);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a taxon row requests the small image, and none for a taxon without an image', () => {
  const { container, rerender } = inRouter(
    <TaxonRow name="Egel" scientificName="Erinaceus europaeus" rank="species" group="mammal" imageUrl="/api/taxon/7/image" />,
  );
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/api/taxon/7/image?size=128');
  rerender(
    <MemoryRouter>
      <TaxonRow name="Egel" scientificName="Erinaceus europaeus" rank="species" group="mammal" imageUrl={null} />
    </MemoryRouter>,
  );
  expect(container.querySelector('img')).toBeNull();
});

test('a record card links to its record and to its observer, and labels an obscured place in words', () => {
  inRouter(
    <RecordCard
      to="/observations/1"
      name="Otter"
      scientificName="Lutra lutra"
      rank="species"
      group="mammal"
      observer={{ name: 'bram', to: '/profile/bram' }}
      when="November 2026"
      blurredLabel="Within 10 km"
      chips={['1', 'Adult']}
    />,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/observations/1', '/profile/bram']);
  expect(screen.getByText(/Within 10 km/)).not.toBeNull();
  expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['1', 'Adult']);
});

test('a record card without a photo is a row with a small icon; with one it shows the photo', () => {
  const urls = { 128: '/a', 512: '/b', 1600: '/c' };
  const { container, rerender } = inRouter(<RecordCard name="Otter" group="mammal" />);
  const icon = () => 16 * Number.parseFloat(container.querySelector('svg')?.getAttribute('width') ?? '0');
  expect(container.querySelector('article')?.dataset.compact).toBe('true');
  expect(icon()).toBeLessThanOrEqual(40);
  rerender(
    <MemoryRouter>
      <RecordCard name="Otter" group="mammal" photo={{ urls }} />
    </MemoryRouter>,
  );
  expect(container.querySelector('article')?.dataset.compact).toBeUndefined();
  expect(container.querySelector('img')).not.toBeNull();
});

test('a record card without a place does not mention one', () => {
  const { container } = inRouter(<RecordCard name="Otter" group="mammal" when="November 2026" />);
  expect(container.querySelectorAll('p')).toHaveLength(1);
  expect(container.querySelector('.mantine-VisuallyHidden-root, [aria-label]')).toBeNull();
});

test('a photo that is not uploaded yet shows its fallback, even with an invalid thumbhash', () => {
  const { container } = render(<Photo photo={{ urls: null, thumbhash: '###' }} alt="Great tit" fallback={<span>panel</span>} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('panel');
  expect(thumbhashUrl('###')).toBeNull();
  expect(thumbhashUrl('1QcSHQRnh493V4dIh4eXh1h4kJUI')).toMatch(/^data:image\/png/);
});

test('a photo that fails to load in one size is tried in the others, then shows its fallback', () => {
  const urls = { 128: '/small', 512: '/middle', 1600: '/large' };
  const { container } = render(<Photo photo={{ urls }} alt="Great tit" fallback={<span>panel</span>} />);
  const picture = () => container.querySelector('img');
  expect(picture()?.srcset).toContain('/large 1600w');
  const tried = [];
  for (let failures = 0; picture() && failures < 10; failures++) {
    fireEvent.error(picture()!);
    if (picture()) tried.push(`${picture()!.getAttribute('src')} ${picture()!.getAttribute('srcset')}`);
  }
  expect(tried).toEqual(['/middle null', '/large null', '/small null']);
  expect(container.textContent).toBe('panel');
});

test('an uncropped image is clipped to its crop, not squeezed into it', () => {
  const urls = { 128: '/a', 512: '/b', 1600: '/c' };
  const crop = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
  const { container, rerender } = render(<Photo photo={{ urls, width: 800, height: 400, crop }} alt="Koolmees" />);
  const image = container.querySelector('img')!;
  expect(image.style.clipPath).toBe('inset(50% 25% 25% 25%)');
  expect(image.style.width).toBe('calc(var(--part) / 0.5)');
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual([null, null]);
  expect(image.parentElement!.style.getPropertyValue('--shape')).toBe('4');
  rerender(<Photo photo={{ urls, width: 800, height: 400, crop: null }} alt="Koolmees" />);
  expect(container.querySelector('img')!.style.clipPath).toBe('');
  expect(container.querySelector('img')!.getAttribute('width')).toBe('800');
});
