import type { Crop } from '@veld/contract';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import classes from './Photo.module.css';

/** The data of a photo; compatible with the contract's `Media`. */
export interface PhotoSource {
  urls: Readonly<Record<128 | 512 | 1600, string>> | null;
  thumbhash?: string | null;
  width?: number;
  height?: number;
  /** The part to show, if the pictures at `urls` are uncropped. Width and height are then those of the uncropped picture. */
  crop?: Crop | null;
}

interface Props {
  photo: PhotoSource;
  alt: string;
  /** As in `<img sizes>`; small by default. */
  sizes?: string;
  /** Shown if there is no picture or it fails to load. */
  fallback?: ReactNode;
  /** Above the fold: loaded eagerly. */
  isFirst?: boolean;
  fit?: 'cover' | 'contain';
  className?: string;
  /** Called with the URL at 512 when the picture first fails to load. */
  onFail?: (address: string) => void;
}

/** Data URL of the blurred preview; null if the hash is missing or invalid. */
export function thumbhashUrl(hash: string | null | undefined): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** A picture in a suitable size, with a blurred preview until it has loaded. Fills its parent. */
export function Photo({
  photo,
  alt,
  sizes = '(min-width: 64em) 384px, 100vw',
  fallback,
  isFirst = false,
  fit = 'cover',
  className,
  onFail,
}: Props) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [failures, setFailures] = useState<{ of: string | null; count: number }>({ of: null, count: 0 });
  const preview = useMemo(() => thumbhashUrl(photo.thumbhash), [photo.thumbhash]);
  const { urls } = photo;
  const address = urls?.[512] ?? null;
  // Offline, another size may be cached.
  const tries = urls ? [...new Set([urls[512], urls[1600], urls[128]])] : [];
  const failed = failures.of === address ? failures.count : 0;
  const isShown = urls !== null && failed <= tries.length;
  const cropped = photo.crop ? croppedStyles(photo.crop, photo.width, photo.height) : null;
  const size = cropped ? {} : { width: photo.width, height: photo.height };

  return (
    <span
      className={className ? `${classes.photo} ${className}` : classes.photo}
      data-fit={fit}
      data-cropped={cropped !== null || undefined}
      style={cropped?.frame}
    >
      {preview && <img className={classes.preview} src={preview} alt="" aria-hidden />}
      {isShown && (
        <img
          // A cached picture may be complete before it is mounted, and then fires no load event.
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setLoaded(address);
          }}
          className={classes.picture}
          style={cropped?.picture}
          data-loaded={loaded === address || undefined}
          key={failed}
          src={failed === 0 ? urls[512] : tries[failed - 1]}
          srcSet={failed === 0 ? `${urls[128]} 128w, ${urls[512]} 512w, ${urls[1600]} 1600w` : undefined}
          sizes={failed === 0 ? sizes : undefined}
          {...size}
          alt={alt}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
          onLoad={() => setLoaded(address)}
          onError={() => {
            setFailures({ of: address, count: failed + 1 });
            if (failed === 0 && address) onFail?.(address);
          }}
        />
      )}
      {!isShown && !preview && fallback}
    </span>
  );
}

/** Styles that show only the crop of a picture: a frame with the aspect ratio of the crop, and the picture scaled and shifted behind it. */
function croppedStyles(crop: Crop, width = 1, height = 1): { frame: CSSProperties; picture: CSSProperties } {
  const percent = (value: number) => `${value * 100}%`;
  const [left, top] = [percent(crop.x), percent(crop.y)];
  const [right, bottom] = [percent(1 - crop.x - crop.width), percent(1 - crop.y - crop.height)];
  return {
    frame: { '--shape': (crop.width * width) / (crop.height * height) },
    picture: {
      width: `calc(var(--part) / ${crop.width})`,
      left: `calc(50% - var(--part) * ${(crop.x + crop.width / 2) / crop.width})`,
      top: `calc(50% - var(--part) / var(--shape) * ${(crop.y + crop.height / 2) / crop.height})`,
      clipPath: `inset(${top} ${right} ${bottom} ${left})`,
    },
  };
}
