import { IconCamera } from '@tabler/icons-react';
import type { TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { articleAddress, usePhotoArticle } from './data';
import classes from './ArticleLink.module.css';

/** Leads to the article about photographing a group so that it can be identified. */
export function ArticleLink({ group }: { group: TaxonGroup }) {
  const { t } = useTranslation('articles');
  const slug = usePhotoArticle(group);
  if (!slug) return null;
  return (
    <p className={classes.line}>
      <Link className={classes.link} to={articleAddress(slug)}>
        <IconCamera size={20} aria-hidden /> {t('photo_tips')}
      </Link>
    </p>
  );
}
