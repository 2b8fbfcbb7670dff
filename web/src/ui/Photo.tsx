import type { Crop } from '@veld/contract';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import classes from './Photo.module.css';

/** What a photo needs to show itself: the contract's `Media` fits. */
export interface PhotoSource {
  urls: Readonly<Record<128 | 512 | 1600, string>> | null;
  thumbhash?: string | null;
  width?: number;
  height?: number;
  /** The part of the pictures at `urls` to show, where these are whole. Width and height are then those of the whole. */
  crop?: Crop | null;
}

interface Props {
  photo: PhotoSource;
  alt: string;
  /** How wide it stands on the page, as in `<img sizes>`; small by default. */
  sizes?: string;
  /** Shown when the picture is not there or does not come. */
  fallback?: ReactNode;
  /** Above the fold: not put off until it scrolls into view. */
  isFirst?: boolean;
  fit?: 'cover' | 'contain';
  className?: string;
  /** Called with the address at 512 when the picture does not come by its addresses the first time. */
  onFail?: (address: string) => void;
}

/** The address of a small blurred picture, or null where the hash is absent or broken. */
export function thumbhashUrl(hash: string | null | undefined): string | null {
  if (!hash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** A picture in its blurred preview until it has come, in the size in which it is shown. Fills its parent. */
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
  const [failures, setFailures] = useState({ of: null as string | null, count: 0 });
  const preview = useMemo(() => thumbhashUrl(photo.thumbhash), [photo.thumbhash]);
  const { urls } = photo;
  const address = urls?.[512] ?? null;
  // Without a network perhaps another size than the best one lies on the device.
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
          // A picture that is already in the cache is whole before it is mounted, and then fires no load.
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

/**
 * How a whole picture is laid behind its frame so that the part alone is seen: the frame has the shape of the part and fills
 * or fits its parent, and the picture is as much larger as the part is smaller than it.
 */
function croppedStyles(crop: Crop, width = 1, height = 1): { frame: CSSProperties; picture: CSSProperties } {
  const percent = (value: number) => `${value * 100}%`;
  const [left, top] = [percent(crop.x), percent(crop.y)];
  const [right, bottom] = [percent(1 - crop.x - crop.width), percent(1 - crop.y - crop.height)];
  return {
    frame: { '--shape': (crop.width * width) / (crop.height * height) } as CSSProperties,
    picture: {
      width: `calc(var(--part) / ${crop.width})`,
      left: `calc(50% - var(--part) * ${(crop.x + crop.width / 2) / crop.width})`,
      top: `calc(50% - var(--part) / var(--shape) * ${(crop.y + crop.height / 2) / crop.height})`,
      clipPath: `inset(${top} ${right} ${bottom} ${left})`,
    },
  };
}
