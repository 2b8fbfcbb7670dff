import { Drawing, Tuft } from './Drawing';

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

/** An open field notebook with a pencil and a pressed leaf, for empty lists. */
export function EmptyNotebook({ width }: { width?: number }) {
  return (
    <Drawing width={width}>
      <ellipse cx="100" cy="122" rx="84" ry="7" fill="var(--hill-far)" stroke="none" />
      <path d="M100 42c-16-9-38-11-62-6v76c24-5 46-3 62 6 16-9 38-11 62-6V36c-24-5-46-3-62 6Z" fill="var(--sheet)" />
      <path d="M100 42v76" />
      <path d="M52 56c12-2 24-1 35 3M52 70c12-2 24-1 35 3M52 84c12-2 24-1 35 3" stroke="var(--line)" />
      <path d="M118 94c-3-20 8-38 28-42 4 22-8 38-28 42Z" fill="var(--hill-mid)" />
      <path d="M115 102c4-16 12-28 22-38M124 79l-1-10m6 2 0-9m-9 23 12-2m-6-8 11-3" />
      <path d="m156 108 22-52 8 3-22 52-9 6Z" fill="var(--sun)" />
      <path d="m156 108 8 3M175 63l8 3" />
      <Tuft x={24} y={122} />
    </Drawing>
  );
}

/** A path over a hill. */
export function HillPath({ width }: { width?: number }) {
  return (
    <Drawing width={width}>
      <circle cx="146" cy="40" r="15" fill="var(--sun)" stroke="none" />
      <path d="M8 96c22-26 48-34 74-22 16 7 26 8 42 0 24-12 50-6 68 16v34H8Z" fill="var(--hill-far)" stroke="none" />
      <path d="M8 124V106c30-18 66-24 100-14 32 9 60 8 84-2v34Z" fill="var(--hill-mid)" stroke="none" />
      <path
        d="M92 124c-6-8-2-13 6-17s11-8 4-13c-5-4-3-8 3-11l3 1c-5 4-5 7 1 11 9 6 6 11-2 16-7 4-7 8-1 13Z"
        fill="var(--path)"
        stroke="none"
      />
      <path d="M8 124h184" />
      <path d="M150 92V74m0 8 6-5m-6 1-5-4" />
      <path d="M141 75c-5-1-8-5-6-10 0-5 5-9 10-8 4-5 13-3 14 3 5 1 7 7 4 11-2 4-6 5-9 4" />
      <Tuft x={38} y={124} />
      <Tuft x={170} y={124} size={0.8} />
      <path d="M52 44c4-4 7-4 9 0 3-4 6-4 10-1M76 58c3-3 5-3 7 0 2-3 5-3 7-1" />
    </Drawing>
  );
}

/** A blank signpost at the end of a trail, for unknown pages. */
export function LostTrail({ width }: { width?: number }) {
  return (
    <Drawing width={width}>
      <path d="M8 100c30-20 60-22 92-10 30 10 60 6 92-10v42H8Z" fill="var(--hill-far)" stroke="none" />
      <path d="M8 122v-8c44-14 88-12 124-4 22 5 42 4 60-2v14Z" fill="var(--hill-mid)" stroke="none" />
      <path d="M58 122c8-6 18-8 28-8" stroke="var(--path)" strokeWidth="9" />
      <path d="M98 113c7-1 12-2 17-4" stroke="var(--path)" strokeWidth="6" strokeDasharray="5 9" />
      <path d="M97 122V28h6v94" fill="var(--sheet)" />
      <path d="M103 38h44l10 10-10 10h-44Z" fill="var(--sheet)" />
      <path d="M97 64H56L46 73l10 9h41Z" fill="var(--sheet)" />
      <path d="M112 48h24M64 73h22" stroke="var(--line)" />
      <path d="M94 26c3-6 9-6 12 0Z" fill="var(--hill-near)" />
      <path d="M8 122h184" />
      <Tuft x={90} y={122} size={1.1} />
      <Tuft x={112} y={122} size={0.9} />
      <Tuft x={166} y={122} />
      <Tuft x={30} y={122} size={0.8} />
    </Drawing>
  );
}
