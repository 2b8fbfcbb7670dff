import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'article',
      path: '/knowledge/articles/:slug',
      asksServer: true,
      load: () => import('./ArticleScreen'),
    },
    {
      name: 'article.edit',
      path: '/knowledge/articles/:slug/edit',
      guards: ['auth', 'curator'],
      title: 'article_edit',
      asksServer: true,
      load: () => import('./edit/ArticleEditScreen'),
    },
  ],
};
