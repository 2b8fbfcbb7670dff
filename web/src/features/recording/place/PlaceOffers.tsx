import { IconBookmark, IconChevronRight, IconHistory, IconNotebook } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../device/use-now';
import { ago } from '../../../i18n/format';
import type { LocalObservation } from '../../../local/db/rows';
import { lastPlace } from '../../../local/device/last-place';
import { savedPlaces } from '../../../local/changes/saved-places';
import { ownObservations } from '../../../local/records/observations';
import { usePlaceWords } from '../../../shared/geo/data';
import { useDistance } from '../../../shared/geo/position/words';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { useNamedRecord } from '../../../shared/taxa/names';
import { ScientificName } from '../../../ui/ScientificName';
import { MAX_SEARCHED } from '../checks/use-check-facts';
import type { ObserveForm } from '../use-observe-form';
import { type PlaceOffer, placeOffers } from './place-offers';
import shared from './place.module.css';
import classes from './PlaceOffers.module.css';

interface Props {
  form: ObserveForm;
  /** Beside a measured place, only saved places are offered. */
  isSavedOnly: boolean;
  onTake: (offer: PlaceOffer) => void;
}

/** Known places offered to the form, each with its source. None is applied automatically. */
export function PlaceOffers({ form, isSavedOnly, onTake }: Props) {
  const { t } = useTranslation('recording');
  const titleId = useId();
  const offers = usePlaceOffers(form).filter(({ kind }) => !isSavedOnly || kind === 'saved');
  if (offers.length === 0) return null;
  return (
    <div role="group" aria-labelledby={titleId}>
      <h3 className={classes.offersTitle} id={titleId}>
        {t('place_offer.title')}
      </h3>
      <ul className={classes.offers}>
        {offers.map((offer) => (
          <li key={offer.kind === 'saved' ? offer.saved.id : offer.kind}>
            <button type="button" className={classes.offer} onClick={() => onTake(offer)}>
              <OfferText offer={offer} />
              <IconChevronRight className={classes.offerEnd} size={20} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OfferText({ offer }: { offer: PlaceOffer }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const length = useDistance();
  const words = usePlaceWords(offer.place);
  const uncertainty = offer.place.coordinate_uncertainty_m;
  const within = uncertainty === null ? null : t('place_offer.within', { distance: length(uncertainty) });
  switch (offer.kind) {
    case 'neighbour': {
      const { minutes } = offer.neighbour;
      const count = Math.abs(minutes);
      const when =
        minutes === 0
          ? t('place_offer.same_minute')
          : minutes < 0
            ? t('place_offer.earlier', { count })
            : t('place_offer.later', { count });
      return (
        <Lines
          icon={<IconNotebook size={22} stroke={1.75} aria-hidden />}
          title={<NeighbourName record={offer.neighbour.record} />}
          notes={[t('place_offer.neighbour'), when, words, within]}
        />
      );
    }
    case 'saved':
      return (
        <Lines
          icon={<IconBookmark size={22} stroke={1.75} aria-hidden />}
          title={offer.saved.name}
          notes={[
            t('place_offer.saved'),
            offer.metres === null
              ? within
              : offer.metres === 0
                ? t('place_offer.inside')
                : t('place_offer.away', { distance: length(offer.metres) }),
          ]}
        />
      );
    case 'last_known':
      return (
        <Lines
          icon={<IconHistory size={22} stroke={1.75} aria-hidden />}
          title={t('place_offer.last_known')}
          notes={[ago(offer.at, language), words, within]}
        />
      );
  }
}

function NeighbourName({ record: stored }: { record: LocalObservation }) {
  const t = useRecordTranslation();
  const record = useNamedRecord(stored);
  const { taxon } = record;
  if (taxon && taxon.name === taxon.scientific_name) return <ScientificName name={taxon.scientific_name} rank={taxon.rank} />;
  return formatRecordName(record, t);
}

function Lines({ icon, title, notes }: { icon: ReactNode; title: ReactNode; notes: readonly (string | null)[] }) {
  return (
    <>
      <span className={classes.offerIcon}>{icon}</span>
      <span className={classes.offerWords}>
        <span className={classes.offerName}>{title}</span>
        <span className={shared.quiet}>{notes.filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

/** Known places for a form without a place; empty while loading. */
function usePlaceOffers(form: ObserveForm): PlaceOffer[] {
  const database = currentDatabase();
  const now = useNow(60_000);
  const known = useLiveQuery(
    async () => ({
      saved: await savedPlaces(database),
      records: await ownObservations(database, { limit: MAX_SEARCHED }),
      last: await lastPlace.read(database),
    }),
    [database],
  );
  return known ? placeOffers(form.values, { ...known, now, ownId: form.recordId }) : [];
}
