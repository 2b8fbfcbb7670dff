import type { ListedArticle } from '@veld/contract';
import { expect, it } from 'vitest';
import { moved } from './ArticlesSection';

const article = (slug: string, group: ListedArticle['group']) => ({ slug, group }) as ListedArticle;
const LIST = [article('a', 'start'), article('p', 'photos'), article('b', 'start'), article('q', 'photos'), article('c', 'start')];
const slugs = (list: readonly ListedArticle[] | null) => list?.map(({ slug }) => slug).join('');

it('moves an article past its neighbour in its group, and not past the ends', () => {
  expect(slugs(moved(LIST, 'b', -1))).toBe('bpaqc');
  expect(slugs(moved(LIST, 'b', 1))).toBe('apcqb');
  expect(slugs(moved(LIST, 'p', 1))).toBe('aqbpc');
  expect([moved(LIST, 'a', -1), moved(LIST, 'c', 1), moved(LIST, 'x', 1)]).toEqual([null, null, null]);
});
