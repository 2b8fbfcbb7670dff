import { cropPixels, type Language } from '@veld/contract';
import type { TFunction } from 'i18next';
import { countryName, monthName, number } from '../../../i18n/format';
import { currentAddresses } from '../../../local/app/veld';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalMedia } from '../../../local/db/rows';
import type { ReviewFacts } from '../../../local/records/figures/review-facts';
import { newerAddresses } from '../../../local/records/fresh-addresses';
import { ownObservationsById } from '../../../local/records/observations';
import { findPicture } from '../../../local/records/photos';
import { photosInOrder } from '../../../shared/media/photos-in-order';

export const CARD_WIDTH = 1080;
export const CARD_HEIGHT = 1350;
const EDGE = 80;
const INSIDE = CARD_WIDTH - 2 * EDGE;
const PICTURE_HEIGHT = 470;
const COUNTRIES = 4;

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();

/** Draws a year in review in the colours of the theme. Null if the browser can't draw. */
export async function drawCard(texts: CardTexts, picture: CardPicture | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = CARD_WIDTH;
  canvas.height = CARD_HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) return null;
  await document.fonts?.ready;
  const pen = new Pen(context);
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  if (picture) drawPicture(context, picture);
  drawHeading(pen, texts, picture !== null);
  drawFigures(pen, texts, picture !== null ? 560 : 400);
  drawGroups(pen, texts, picture !== null ? 850 : 760);
  pen.text('Veld', EDGE, CARD_HEIGHT - 50, { size: 36, weight: 600, token: 'accent-ink' });
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

interface TextLook {
  size: number;
  weight?: number;
  token?: string;
  width?: number;
  align?: CanvasTextAlign;
}

class Pen {
  readonly #context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  /** A line of text, smaller if it would be wider than `width`. */
  text(text: string, x: number, y: number, { size, weight = 400, token = 'ink', width = INSIDE, align = 'start' }: TextLook): void {
    const context = this.#context;
    const family = colour('font-sans') || 'sans-serif';
    context.font = `${weight} ${size}px ${family}`;
    const scale = Math.min(1, width / Math.max(1, context.measureText(text).width));
    context.font = `${weight} ${Math.floor(size * scale)}px ${family}`;
    context.textAlign = align;
    context.fillStyle = colour(token);
    context.fillText(text, x, y);
  }

  bar(x: number, y: number, width: number, height: number, token: string): void {
    this.#context.fillStyle = colour(token);
    this.#context.fillRect(x, y, width, height);
  }
}

/** The picture covers the top of the card; it is cut equally on both sides. */
function drawPicture(context: CanvasRenderingContext2D, { image, left, top, width, height }: CardPicture): void {
  const scale = Math.max(CARD_WIDTH / width, PICTURE_HEIGHT / height);
  const [shownWidth, shownHeight] = [CARD_WIDTH / scale, PICTURE_HEIGHT / scale];
  const x = left + (width - shownWidth) / 2;
  const y = top + (height - shownHeight) / 2;
  context.drawImage(image, x, y, shownWidth, shownHeight, 0, 0, CARD_WIDTH, PICTURE_HEIGHT);
}

function drawHeading(pen: Pen, { title, subtitle }: CardTexts, hasPicture: boolean): void {
  if (!hasPicture) {
    pen.text(title, EDGE, 220, { size: 160, weight: 700, token: 'accent-ink' });
    pen.text(subtitle, EDGE, 290, { size: 48, token: 'ink-soft' });
    return;
  }
  pen.bar(0, PICTURE_HEIGHT - 110, CARD_WIDTH, 110, 'accent');
  pen.text(title, EDGE, PICTURE_HEIGHT - 28, { size: 88, weight: 700, token: 'on-accent', width: 250 });
  pen.text(subtitle, CARD_WIDTH - EDGE, PICTURE_HEIGHT - 36, { size: 40, token: 'on-accent', width: INSIDE - 280, align: 'end' });
}

function drawFigures(pen: Pen, { figures, lines }: CardTexts, top: number): void {
  const column = INSIDE / figures.length;
  for (const [index, { value, label }] of figures.entries()) {
    pen.text(value, EDGE + index * column, top + 20, { size: 76, weight: 700, width: column - 20 });
    pen.text(label, EDGE + index * column, top + 68, { size: 34, token: 'ink-soft', width: column - 20 });
  }
  for (const [index, line] of lines.entries()) pen.text(line, EDGE, top + 150 + index * 56, { size: 40, weight: 600 });
}

function drawGroups(pen: Pen, { groups }: CardTexts, top: number): void {
  for (const [index, { name, text, share }] of groups.entries()) {
    const y = top + index * 82;
    pen.text(name, EDGE, y, { size: 34, width: INSIDE * 0.62 });
    pen.text(text, CARD_WIDTH - EDGE, y, { size: 34, token: 'ink-soft', width: INSIDE * 0.36, align: 'end' });
    pen.bar(EDGE, y + 14, INSIDE, 18, 'sunk');
    pen.bar(EDGE, y + 14, Math.max(6, INSIDE * share), 18, 'accent');
  }
}

/** The texts of a card, formatted for the language. */
export interface CardTexts {
  title: string;
  subtitle: string;
  figures: { value: string; label: string }[];
  lines: string[];
  groups: { name: string; text: string; share: number }[];
}

export function cardTexts(facts: ReviewFacts, t: TFunction<['statistics', 'common', 'profile']>, language: Language): CardTexts {
  const { records, species, newSpecies, days, bestMonth, groups, countries } = facts;
  const figure = (count: number, label: string) => ({ value: number(count, language), label });
  const most = Math.max(1, ...groups.map((group) => group.records));
  return {
    title: facts.year,
    subtitle: t('statistics:review.subtitle'),
    figures: [
      figure(records, t('profile:tile.records', { count: records })),
      figure(species, t('profile:tile.species', { count: species })),
      figure(newSpecies, t('statistics:figure.new', { count: newSpecies })),
      figure(days, t('profile:tile.days', { count: days })),
    ],
    lines: [
      bestMonth && `${t('statistics:review.best_month')}: ${monthName(bestMonth.month + 1, language)}`,
      countries.length > 0 &&
        countries
          .slice(0, COUNTRIES)
          .map((code) => countryName(code, language))
          .join(' · '),
    ].filter((line): line is string => Boolean(line)),
    groups: groups.map((group) => ({
      name: t(`common:group.${group.key}`),
      text: t('common:count.species', { count: group.species }),
      share: group.records / most,
    })),
  };
}

/** The visible part of a picture. */
interface CardPicture {
  image: ImageBitmap;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first picture of the records that is on this device or can be fetched; null if there is none. */
export async function ownPicture(database: UserDatabase, recordIds: readonly string[], signal: AbortSignal): Promise<CardPicture | null> {
  for (const { media } of await ownObservationsById(database, recordIds)) {
    const photo = photosInOrder(media)[0];
    const picture = photo && ((await onDevice(database, photo)) ?? (await atServer(photo, signal)));
    signal.throwIfAborted();
    if (picture) return picture;
  }
  return null;
}

async function onDevice(database: UserDatabase, { id, crop }: LocalMedia): Promise<CardPicture | null> {
  const image = await decoded(await findPicture(database, id));
  if (!image) return null;
  const { width, height } = image;
  return { image, ...(crop ? cropPixels(crop, width, height) : { left: 0, top: 0, width, height }) };
}

/** The server's picture is cropped already; without a connection there is none. */
async function atServer(photo: LocalMedia, signal: AbortSignal): Promise<CardPicture | null> {
  const { store, request } = currentAddresses();
  const cancel = request(photo.id);
  await new Promise<void>((resolve) => {
    const end = store.subscribe(check);
    signal.addEventListener('abort', finish, { once: true });
    check();
    function check() {
      if (store.getState().settled.has(photo.id)) finish();
    }
    function finish() {
      end();
      resolve();
    }
  });
  cancel();
  const { urls } = newerAddresses(photo, store.getState().answers.get(photo.id));
  if (!urls) return null;
  const response = await fetch(urls[512], { signal }).catch(() => null);
  const image = await decoded(response?.ok ? await response.blob().catch(() => null) : null);
  return image && { image, left: 0, top: 0, width: image.width, height: image.height };
}

async function decoded(blob: Blob | null): Promise<ImageBitmap | null> {
  if (!blob || typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => null);
}
