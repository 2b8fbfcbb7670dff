import { Drawing } from './Drawing';

/** Binoculars with a distant bird in both lenses, for empty search results. */
export function Binoculars({ width }: { width?: number }) {
  return (
    <Drawing width={width}>
      <ellipse cx="100" cy="122" rx="78" ry="6" fill="var(--hill-far)" stroke="none" />
      <path
        d="M74 34h-16c-4 0-6 2-7 6L36 86h54V48c0-9-5-14-16-14ZM126 34h16c4 0 6 2 7 6l15 46h-54V48c0-9 5-14 16-14Z"
        fill="var(--hill-mid)"
      />
      <path d="M90 56h20v22H90Z" fill="var(--hill-near)" />
      <circle cx="63" cy="93" r="27" fill="var(--sheet)" />
      <circle cx="137" cy="93" r="27" fill="var(--sheet)" />
      <path d="M43 104c12-8 27-9 40-3a23 23 0 0 1-40 3ZM117 104c12-8 27-9 40-3a23 23 0 0 1-40 3Z" fill="var(--hill-far)" stroke="none" />
      <circle cx="63" cy="93" r="20" stroke="var(--edge)" strokeWidth="1.5" />
      <circle cx="137" cy="93" r="20" stroke="var(--edge)" strokeWidth="1.5" />
      <path d="M55 88c3-3 6-3 8 0 2-3 5-3 8 0M129 88c3-3 6-3 8 0 2-3 5-3 8 0" />
      <path d="M58 34v-8h16v8M126 34v-8h16v8" fill="var(--sheet)" />
      <path d="M58 46h20M122 46h20" stroke="var(--sheet)" />
    </Drawing>
  );
}
