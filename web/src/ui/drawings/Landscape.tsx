/** A landscape of hills with a stream, a path and a hedge. Fills the width of its parent; cropped at the top. */
export function Landscape({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1440 620"
      preserveAspectRatio="xMidYMax slice"
      overflow="visible"
      data-drawing
      aria-hidden
      focusable="false"
    >
      <circle data-part="sun" cx="876" cy="222" r="58" fill="var(--sun)" />
      {/* Far ridges */}
      <path
        d="M0 330c90-60 170-86 260-70 70 12 120 44 190 38 92-8 140-84 240-96 96-12 170 46 250 74 90 32 150 8 230-22 100-38 190-32 270 8v358H0Z"
        fill="var(--hill-far)"
      />
      <path
        d="M0 392c120-46 230-52 340-22 96 26 170 30 270 2 120-34 230-40 350 0 110 36 190 34 290 4 70-20 130-22 190-10v254H0Z"
        fill="color-mix(in srgb, var(--hill-far) 50%, var(--hill-mid))"
      />
      {/* A wood on the ridge */}
      <path
        d="M1118 384c-8-16 2-32 16-32 2-18 22-24 34-12 8-18 34-18 40 0 14-12 36-4 36 14 16-6 32 4 30 22 18-4 30 8 26 22-60 6-122 4-182-14Z"
        fill="color-mix(in srgb, var(--hill-mid) 55%, var(--hill-near))"
      />
      {/* Meadow with its stream */}
      <path d="M0 470c160-52 320-56 470-20 130 32 250 30 380-4 150-40 290-36 590 14v160H0Z" fill="var(--hill-mid)" />
      <path
        d="M846 448c44 6 70 14 58 26-14 14-84 18-92 36-8 20 72 26 70 48-2 20-56 34-84 62h132c16-30 64-46 62-76-2-28-78-32-74-48 4-14 74-16 78-36 2-14-60-18-118-18Z"
        fill="var(--stream)"
      />
      {/* Hedge and a lone tree */}
      <path
        d="M470 458c-4-14 8-24 20-20 4-14 24-16 30-2 10-10 28-6 30 8 14-8 28 2 26 14 10-4 22 2 20 12-42 6-86 2-126-12Z"
        fill="var(--hill-near)"
      />
      <path d="M262 400h12v136h-12Z" fill="var(--hill-here)" />
      <path
        d="M214 424c-22 0-36-18-30-38 2-14 12-22 24-24-4-30 24-54 56-54s60 24 56 54c14 2 24 12 26 26 4 20-12 36-32 36-10 14-30 16-44 8-18 12-44 8-56-8Z"
        fill="var(--hill-near)"
      />
      <path d="M268 470v-62m0 34 22-20m-22 4-16-14" fill="none" stroke="var(--hill-here)" strokeWidth="5" strokeLinecap="round" />
      {/* The near slope and its path */}
      <path d="M0 528c130-40 270-44 410-8 140 36 250 52 390 36 230-26 420-30 640 8v56H0Z" fill="var(--hill-near)" />
      <path
        d="M236 620c30-30 104-38 128-58 16-14-4-26-44-34-22-6-30-12-22-20 10 10 30 12 58 20 46 12 62 30 42 52-14 16-34 24-40 40Z"
        fill="var(--path)"
      />
      <path d="M0 592c180-36 370-32 560-8 250 32 560 20 880-14v50H0Z" fill="var(--hill-here)" />
      {/* Grasses in front */}
      <g fill="none" stroke="var(--hill-here)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M84 600c-2-34-10-62-26-82M84 600c2-44 8-78 22-104M84 600c8-26 20-44 38-54M1290 592c-2-40-10-72-26-96M1290 592c2-50 10-88 26-118M1290 592c8-30 24-52 44-64M1204 596c0-24-6-44-16-58M1204 596c2-28 8-48 18-64" />
      </g>
      <g fill="var(--hill-here)">
        <ellipse cx="106" cy="488" rx="5" ry="13" transform="rotate(24 106 488)" />
        <ellipse cx="57" cy="510" rx="5" ry="12" transform="rotate(-30 57 510)" />
        <ellipse cx="1317" cy="464" rx="5.5" ry="15" transform="rotate(24 1317 464)" />
        <ellipse cx="1262" cy="488" rx="5" ry="13" transform="rotate(-30 1262 488)" />
      </g>
      {/* Birds */}
      <g fill="none" stroke="var(--ink-soft)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M742 120c10-11 20-12 27-1 8-11 18-10 28-2M824 156c8-9 15-9 20-1 6-8 13-8 21-2M700 168c6-7 12-7 16-1 5-6 10-6 16-1" />
      </g>
    </svg>
  );
}
