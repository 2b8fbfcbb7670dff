import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/frame/page-title';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import type { SECTIONS } from './sections';

/** A table of the administration, under its title. */
export function SectionScreen({ section: { id, title: key, Part } }: { section: (typeof SECTIONS)[number] }) {
  const { t } = useTranslation(['admin', 'common', 'sensitive']);
  const title = t(key);
  usePageTitle(title);
  if (!Part) return null;
  return (
    <>
      <PageHeader title={title} lead={t(`about.${id}`)} back={{ to: '/admin', label: t('common:screens.admin') }} />
      <Suspense fallback={<TaxonRowSkeletons label={t('loading')} />}>
        <Part />
      </Suspense>
    </>
  );
}
