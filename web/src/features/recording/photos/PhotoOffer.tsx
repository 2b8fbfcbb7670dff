import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Offer } from '../../../ui/Offer';
import { clockTime, recordedDate } from '../../../i18n/format';
import { draftPhotos } from '../../../local/records/drafts';
import type { PhotoFacts } from '../../../local/db/rows';
import { currentDatabase, useLanguage } from '../../accounts/data';
import type { FormValues } from '../form-values';
import { coordinatesOf } from '../../observations/record-labels';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from '../place/use-place';

/** Metadata of the first photo that has a place, and of the first that has any. */
export function usePhotoFacts(form: ObserveForm): { place: PhotoFacts | null; any: PhotoFacts | null } {
  const database = currentDatabase();
  const photos = useLiveQuery(() => draftPhotos(database, form.draftId), [database, form.draftId]);
  const known = new Map((photos ?? []).map((photo) => [photo.id, photo.facts]));
  const facts = form.values.media.flatMap(({ id }) => known.get(id) ?? []);
  return {
    place: facts.find(({ latitude }) => latitude !== null) ?? null,
    any: facts.find(({ latitude, taken_on }) => latitude !== null || taken_on !== null) ?? null,
  };
}

function differs(facts: PhotoFacts, values: FormValues): { place: boolean; date: boolean } {
  const { latitude, longitude, taken_on, taken_time } = facts;
  return {
    place: latitude !== null && (latitude !== values.latitude || longitude !== values.longitude),
    date: taken_on !== null && (values.date_kind !== 'day' || taken_on !== values.day || (taken_time ?? '') !== values.time),
  };
}

/** Offers the place and date of a photo. Never applied automatically: the photo may show an old find or another person's. */
export function PhotoOffer({ form, place, facts }: { form: ObserveForm; place: Place; facts: PhotoFacts | null }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  if (!facts || form.values.is_offer_declined) return null;
  const offered = differs(facts, form.values);
  if (!offered.place && !offered.date) return null;
  const when = facts.taken_on && [recordedDate(facts.taken_on, language), facts.taken_time && clockTime(facts.taken_time, language)];
  const where = coordinatesOf(facts, language);
  const what = offered.place && offered.date ? 'both' : offered.place ? 'place' : 'date';
  return (
    <Offer
      icon={<IconPhoto size={24} aria-hidden />}
      title={t('offer.title')}
      actions={
        <>
          <Button onClick={() => place.applyPhoto(facts)}>{t(`offer.use_${what}`)}</Button>
          <Button variant="subtle" onClick={() => form.change({ is_offer_declined: true })}>
            {t('offer.decline')}
          </Button>
        </>
      }
    >
      {when && offered.date && <p>{when.filter(Boolean).join(', ')}</p>}
      {where && offered.place && <p>{where}</p>}
    </Offer>
  );
}
