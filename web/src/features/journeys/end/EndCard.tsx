import { Button, Switch } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { isAbsence, type TrackPoint } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { canShareFile, safeFileName, saveFiles, shareFile } from '../../../device/files';
import { distance, number } from '../../../i18n/format';
import { useMapColours } from '../../../shared/geo/map/map-colours';
import { drawMapPicture } from '../../../shared/geo/still/draw-picture';
import { StillMap } from '../../../shared/geo/still/StillMap';
import type { StillShape } from '../../../shared/geo/still/shapes';
import { foundSpeciesId, type LocalObservation, useFetchState, useOwnObservations } from '../../../shared/records/own';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { BottomBar } from '../../../ui/BottomBar';
import { PageHeader } from '../../../ui/PageHeader';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { duration } from '../effort-words';
import type { LocalJourney } from '../own-journeys';
import { measureEffort } from '../page/effort';
import { usePieces } from '../page/JourneyMap';
import { speciesRows } from '../page/species-rows';
import { drawnLines } from '../page/track-overlay';
import { END_CARD, END_CARD_MAP, drawEndCard, type EndCardTexts } from './draw-end-card';
import classes from './EndCard.module.css';

const NONE: never[] = [];
/** A walk fills the map. */
const CLOSEST = 15;
/** So many species are named on the picture. */
const NAMED = 8;

interface Props {
  journey: LocalJourney;
  points: readonly TrackPoint[];
  records: readonly LocalObservation[];
}

/** What the person sees once their journey is saved: map, figures, species and firsts, which can be shared as a picture. */
export default function EndCard({ journey, points, records }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const { units } = useUser().preferences;
  const pieces = usePieces(points);
  const effort = useMemo(() => measureEffort(journey, pieces), [journey, pieces]);
  const shapes = useMemo(() => listShapes(pieces), [pieces]);
  const rows = useMemo(() => speciesRows(records).filter(({ isAbsent }) => !isAbsent), [records]);
  const names = useNamed(rows.map(({ record }) => record)).map((record) => formatRecordName(record, recordTexts));
  const firsts = useFirsts(journey.id, records);
  const figures = [
    { value: number(rows.length, language), label: t('figure.species', { count: rows.length }) },
    ...(effort.distance_m === null ? [] : [{ value: distance(effort.distance_m, units, language), label: t('figure.distance') }]),
    ...(effort.duration_s === null ? [] : [{ value: duration(effort.duration_s, language), label: t('figure.duration') }]),
  ];
  const firstNames = rows.flatMap(({ record }, at) => (firsts.has(foundSpeciesId(record) ?? -1) ? [names[at]!] : []));
  const firstLine =
    firstNames.length > 0 ? t('end.firsts', { number: number(firstNames.length, language), names: firstNames.join(', ') }) : null;
  const texts: EndCardTexts = { title: journey.name, figures, line: firstLine, species: names.slice(0, NAMED), more: names.length - NAMED };
  return (
    <>
      <PageHeader title={t('review.saved')} lead={journey.name} takesFocus />
      <div className={classes.card}>
        {shapes.length > 0 && (
          <StillMap label={t('page.map', { name: journey.name })} shapes={shapes} maxZoom={CLOSEST} height="min(16rem, 34dvh)" />
        )}
        <StatTiles>
          {figures.map(({ value, label }) => (
            <StatTile key={label} value={value} label={label} />
          ))}
        </StatTiles>
        {firstLine && <p className={classes.firsts}>{firstLine}</p>}
        {names.length > 0 && <p className={classes.species}>{names.join(', ')}</p>}
        <SharePicture texts={texts} shapes={shapes} />
        <BottomBar>
          <Button size="lg" className={classes.open} component={Link} to={`/journey/${journey.id}`} replace>
            {t('end.open')}
          </Button>
        </BottomBar>
      </div>
    </>
  );
}

interface SharePictureProps {
  texts: EndCardTexts;
  /** The track. */
  shapes: readonly StillShape[];
}

/** The picture, without the map unless the person wants the track on it. It is drawn when it is asked for. */
function SharePicture({ texts, shapes }: SharePictureProps) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const colours = useMapColours();
  const [isOpen, setOpen] = useState(false);
  const [hasTrack, setTrack] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [picture, setPicture] = useState<{ of: string; blob: Blob | null } | null>(null);
  const key = JSON.stringify([texts, hasTrack]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = new AbortController();
    const [wanted, isOnMap] = JSON.parse(key) as [EndCardTexts, boolean];
    const draw = async () => {
      const map = isOnMap ? await drawMapPicture(END_CARD_MAP, { shapes, maxZoom: CLOSEST, colours, language }, stop.signal) : null;
      return drawEndCard(wanted, map);
    };
    draw()
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.error('Picture', error);
        return null;
      })
      .then((blob) => !stop.signal.aborted && setPicture({ of: key, blob }))
      .catch((error: unknown) => console.error('Picture', error));
    return () => stop.abort();
  }, [isOpen, key, shapes, colours, language]);
  const blob = picture?.of === key ? picture.blob : undefined;
  const url = useBlobUrl(blob);
  if (!isOpen)
    return (
      <Button size="lg" variant="default" leftSection={<IconShare size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('end.picture')}
      </Button>
    );
  const file = blob && { name: `${safeFileName(texts.title)}.png`, blob };
  return (
    <div className={classes.picture}>
      {shapes.length > 0 && (
        <Switch
          label={t('end.with_track')}
          description={t('end.with_track_hint')}
          checked={hasTrack}
          onChange={(event) => setTrack(event.currentTarget.checked)}
        />
      )}
      {url && <img className={classes.image} src={url} alt={[texts.title, texts.line].filter(Boolean).join('. ')} {...END_CARD} />}
      {blob === null && <p role="status">{t('end.not_drawn')}</p>}
      {hasFailed && <p role="alert">{t('export.failed')}</p>}
      <div className={classes.actions}>
        {file && canShareFile(file) && (
          <Button
            leftSection={<IconShare size={20} aria-hidden />}
            onClick={() => {
              setFailed(false);
              shareFile(file).catch(() => setFailed(true));
            }}
          >
            {t('export.send')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          disabled={!file}
          onClick={() => file && saveFiles([file])}
        >
          {t('export.download')}
        </Button>
      </div>
    </div>
  );
}

/** The line of a journey. Its records are not on the map, because the picture would show the places of hidden ones. */
function listShapes(pieces: readonly (readonly TrackPoint[])[]): StillShape[] {
  const parts = drawnLines(pieces);
  return parts.length > 0 ? [{ kind: 'line', parts }] : [];
}

/** The species of which the person has no other record. None until all of their records are on this device. */
function useFirsts(id: string, records: readonly LocalObservation[]): ReadonlySet<number> {
  const all = useOwnObservations();
  const own = useFetchState() === 'fetched' ? all : undefined;
  return useMemo(() => {
    const others = new Set((own ?? NONE).filter((one) => one.journey_id !== id && !isAbsence(one)).map(foundSpeciesId));
    const found = own ? records.flatMap((record) => (isAbsence(record) ? [] : (foundSpeciesId(record) ?? []))) : [];
    return new Set(found.filter((species) => !others.has(species)));
  }, [own, id, records]);
}
