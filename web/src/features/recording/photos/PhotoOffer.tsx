import { Button } from '@mantine/core';
import { IconClockQuestion, IconPhoto } from '@tabler/icons-react';
import type { Language } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Offer } from '../../../ui/notices/Offer';
import { clockTime, recordedDate } from '../../../i18n/format';
import type { DoubtfulClock, PhotoFacts } from '../../../local/db/rows';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import { readFormDate, type FormValues, nowPatch } from '../form-values';
import shared from '../observe.module.css';
import type { Place } from '../place/use-place';
import type { ObserveForm } from '../use-observe-form';
import { type Claim, listClaims, findDoubt, NO_PLACE, placeSetBy, pickPoint, whenSetBy } from './photo-values';
import { useClockChoices } from './use-clock-choices';

interface Props {
  form: ObserveForm;
  place: Place;
}

/**
 * What the metadata of the photos leaves open: nothing is known, the photos disagree, or they disagree with what the person entered. In
 * all other cases the metadata is in the form already (`photo-values.ts`).
 */
export function PhotoOffer({ form, place }: Props) {
  const { t } = useTranslation('recording');
  const { values } = form;
  const claims = listClaims(form.photosInForm);
  const [only] = claims;
  if (only && !values.is_offer_declined) {
    if (claims.length > 1) return <Question form={form} place={place} claims={claims} />;
    const offered = differs(only.facts, values);
    if (isDifferent(offered)) return <OneOffer form={form} place={place} facts={only.facts} offered={offered} />;
  }
  const doubt = findDoubt(form.photosInForm);
  if (doubt && !values.is_offer_declined && readFormDate(values) === null && whenSetBy(values) === 'photos')
    return <ClockQuestion form={form} doubt={doubt} />;
  const isDateMissing = whenSetBy(values) === 'photos' && readFormDate(values) === null;
  const isPlaceMissing = placeSetBy(values, form.photosInForm) === 'photos' && values.latitude === null;
  if (values.media.length === 0 || (!isDateMissing && !isPlaceMissing)) return null;
  const missing = isDateMissing && isPlaceMissing ? 'both' : isDateMissing ? 'date' : 'place';
  return (
    <p className={shared.hint} role="status">
      {t(`offer.missing_${missing}`)}
    </p>
  );
}

function differs(facts: PhotoFacts, values: FormValues): { place: boolean; date: boolean } {
  const { latitude, longitude, taken_on, taken_time } = facts;
  return {
    place: latitude !== null && (latitude !== values.latitude || longitude !== values.longitude),
    date: taken_on !== null && (values.date_kind !== 'day' || taken_on !== values.day || (taken_time ?? '') !== values.time),
  };
}

const isDifferent = ({ place, date }: ReturnType<typeof differs>) => place || date;

function whenOf({ taken_on, taken_time }: PhotoFacts, language: Language): string {
  return [taken_on && recordedDate(taken_on, language), taken_time && clockTime(taken_time, language)].filter(Boolean).join(', ');
}

/** Offers the place and date of the photos in place of what the person entered. */
function OneOffer({ form, place, facts, offered }: Props & { facts: PhotoFacts; offered: { place: boolean; date: boolean } }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const when = whenOf(facts, language);
  const where = formatRecordCoordinates(facts, language);
  const words = usePlaceWords(facts);
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
      {when && offered.date && <p>{when}</p>}
      {where && offered.place && <p>{words ? `${words} (${where})` : where}</p>}
    </Offer>
  );
}

/** Says that the clock of the camera was not set, and asks for the date instead of taking it. */
function ClockQuestion({ form, doubt }: { form: ObserveForm; doubt: DoubtfulClock }) {
  const { t } = useTranslation('recording');
  const { says, choices } = useClockChoices(doubt);
  return (
    <Offer
      icon={<IconClockQuestion size={24} aria-hidden />}
      title={t('clock.title')}
      actions={
        <>
          {choices.map(({ label, patch }) => (
            <Button key={label} variant="default" onClick={() => form.change(patch)}>
              {label}
            </Button>
          ))}
          <Button variant="subtle" onClick={() => form.change({ is_offer_declined: true })}>
            {t('clock.enter')}
          </Button>
        </>
      }
    >
      <p>{says}</p>
    </Offer>
  );
}

/** Asks which of several dates and places is right. Until then the form has those of the earliest photo. */
function Question({ form, place, claims }: Props & { claims: readonly Claim[] }) {
  const { t } = useTranslation('recording');
  const choose = ({ facts, isNow }: Claim) => {
    form.change({ is_offer_declined: true });
    if (isNow) {
      const { taken_on: day, taken_time: time } = facts;
      form.change({ ...NO_PLACE, ...nowPatch(deviceTimeZone()), day: day ?? '', time: time ?? '', when_by: 'person' });
      place.measure();
      return;
    }
    const isPlaceOfOther = pickPoint(facts) === null && placeSetBy(form.values, form.photosInForm) === 'photos';
    if (isPlaceOfOther) form.change({ ...NO_PLACE, place_by: 'photos' });
    place.applyPhoto(facts);
  };
  const isAnswered = claims.every(({ facts }) => isDifferent(differs(facts, form.values)));
  return (
    <Offer
      icon={<IconPhoto size={24} aria-hidden />}
      title={t('offer.differ_title')}
      actions={
        <>
          {claims.map((claim) => (
            <Button key={keyOf(claim)} variant="default" onClick={() => choose(claim)}>
              <ClaimLabel claim={claim} />
            </Button>
          ))}
          {isAnswered && (
            <Button variant="subtle" onClick={() => form.change({ is_offer_declined: true })}>
              {t('offer.decline')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('offer.differ')}</p>
    </Offer>
  );
}

function keyOf({ facts, isNow }: Claim): string {
  return isNow ? 'now' : [facts.taken_on, facts.taken_time, facts.latitude, facts.longitude].join(' ');
}

function ClaimLabel({ claim: { facts, isNow } }: { claim: Claim }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const words = usePlaceWords(facts);
  return isNow
    ? t('offer.here_now')
    : [whenOf(facts, language), words ?? formatRecordCoordinates(facts, language)].filter(Boolean).join(' · ');
}
