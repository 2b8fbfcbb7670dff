import { Button, Switch } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { isAbsence, type TrackPoint } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { canShareFile, safeFileName, saveFiles, shareFile } from '../../../device/files';
import { distance, number } from '../../../i18n/format';
import { useMapColours } from '../../../shared/geo/map/map-colours';
import { drawMapPicture, type MapPicture } from '../../../shared/geo/still/draw-picture';
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
import classes from './EndCard.module.css';

const NONE: never[] = [];
/** A walk fills the map. */
const CLOSEST = 15;
/** So many species are named on the picture. */
const NAMED = 8;

/** The size of the picture in pixels. */
const END_CARD = { width: 1080, height: 1350 } as const;

/** Of its map. */
const END_CARD_MAP = { width: END_CARD.width, height: 520 } as const;

const EDGE = 80;
const INSIDE = END_CARD.width - 2 * EDGE;

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

/** What the picture of a journey says. */
interface EndCardTexts {
  title: string;
  figures: readonly { value: string; label: string }[];
  /** What was found for the first time; null for nothing. */
  line: string | null;
  species: readonly string[];
  /** How many species are not named. */
  more: number;
}

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim() || '#333';

/** Draws the picture in the colours of the theme. `map`: the map with the exact track; null leaves it out. Null if the browser can't draw. */
export async function drawEndCard(texts: EndCardTexts, map: MapPicture | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, END_CARD);
  const context = canvas.getContext('2d');
  if (!context) return null;
  await document.fonts?.ready;
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, END_CARD.width, END_CARD.height);
  const write = (text: string, x: number, y: number, size: number, weight = 400, token = 'ink', width = INSIDE) => {
    const fontOf = (pixels: number) => `${weight} ${pixels}px ${colour('font-sans') || 'sans-serif'}`;
    context.font = fontOf(size);
    const scale = Math.min(1, width / Math.max(1, context.measureText(text).width));
    context.font = fontOf(Math.floor(size * scale));
    context.fillStyle = colour(token);
    context.fillText(text, x, y);
  };
  if (map) {
    context.drawImage(map.canvas, 0, 0, END_CARD_MAP.width, END_CARD_MAP.height);
    write(map.credit, EDGE, END_CARD_MAP.height + 34, 22, 400, 'ink-soft');
  }
  const top = map ? END_CARD_MAP.height + 140 : 220;
  write(texts.title, EDGE, top, 76, 700, 'accent-ink');
  const column = INSIDE / Math.max(1, texts.figures.length);
  for (const [index, { value, label }] of texts.figures.entries()) {
    write(value, EDGE + index * column, top + 120, 64, 700, 'ink', column - 20);
    write(label, EDGE + index * column, top + 168, 34, 400, 'ink-soft', column - 20);
  }
  let y = top + 260;
  if (texts.line !== null) {
    write(texts.line, EDGE, y, 38, 600);
    y += 80;
  }
  // What does not fit above the name of the app is counted.
  const room = Math.max(1, Math.floor((END_CARD.height - 130 - y) / 54));
  const isCut = texts.species.length > room;
  const named = isCut ? texts.species.slice(0, room - 1) : texts.species;
  for (const name of named) {
    write(name, EDGE, y, 36);
    y += 54;
  }
  const rest = texts.species.length - named.length + Math.max(0, texts.more);
  if (rest > 0) write(`+ ${rest}`, EDGE, y, 36, 400, 'ink-soft');
  write('Veld', EDGE, END_CARD.height - 50, 36, 600, 'accent-ink');
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
