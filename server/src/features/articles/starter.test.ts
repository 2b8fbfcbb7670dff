import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTICLE_LIMITS, ArticleSlug, LANGUAGES } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { parseArticle, PLACES, readStarterArticles, STARTER_ARTICLES } from './starter.ts';

const slugs = readdirSync(STARTER_ARTICLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const fileOf = (slug: string, language: string) => readFileSync(join(STARTER_ARTICLES, slug, `${language}.md`), 'utf8');
const sectionsIn = (text: string) => text.match(/^## /gm)?.length ?? 0;
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)/g)].map(([, address]) => address!).toSorted();

describe('the articles that come with Veld', () => {
  it('are read with all their texts, and have a place in the list', async () => {
    const articles = await readStarterArticles();
    expect([...articles.keys()].toSorted()).toEqual(slugs.toSorted());
    expect(PLACES.map(([slug]) => slug).toSorted()).toEqual(slugs.toSorted());
    for (const [slug, { texts }] of articles) expect([...texts.keys()], slug).toEqual(LANGUAGES);
  });

  it.each(slugs)('%s has a title, a summary and the same sections and links in all nine languages', (slug) => {
    expect(ArticleSlug.safeParse(slug).success).toBe(true);
    expect(readdirSync(join(STARTER_ARTICLES, slug)).toSorted()).toEqual(LANGUAGES.map((language) => `${language}.md`).toSorted());
    const english = parseArticle(fileOf(slug, 'en'))!;
    expect(sectionsIn(english.text)).toBeGreaterThan(0);
    for (const language of LANGUAGES) {
      const { title, summary, text } = parseArticle(fileOf(slug, language))!;
      expect(title.length, language).toBeLessThanOrEqual(ARTICLE_LIMITS.title);
      expect(summary.length, language).toBeLessThanOrEqual(ARTICLE_LIMITS.summary);
      expect(text.length, language).toBeLessThanOrEqual(ARTICLE_LIMITS.text);
      expect(sectionsIn(text), language).toBe(sectionsIn(english.text));
      expect(linksIn(text), language).toEqual(linksIn(english.text));
      if (language !== 'en') expect(title, language).not.toBe(english.title);
      // What the app does not show: HTML, pictures, tables and another title.
      expect(text.match(/^# |<[a-z!/]|!\[|^\|/m), language).toBeNull();
    }
  });
});
