/** A kingfisher on a branch, on the welcome page on wide screens; the same in both themes. */
export function Kingfisher({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 520 420" overflow="visible" data-drawing aria-hidden focusable="false">
      {/* The branch and its leaves */}
      <g fill="none" stroke="var(--stone-7)" strokeLinecap="round">
        <path d="M540 262c-74 34-138 50-206 50-84 0-142 8-200 32" strokeWidth="11" />
        <path d="M404 303c-28 26-40 50-46 78" strokeWidth="6" />
        <path d="M206 318c-16-10-30-26-38-44" strokeWidth="5" />
      </g>
      <g fill="var(--hill-near)">
        <path d="M168 276c-26-4-44-22-48-52 30 2 50 20 48 52Z" />
        <path d="M136 344c-28 14-54 10-76-12 26-16 56-14 76 12Z" />
        <path d="M358 380c-18 18-22 38-10 60 20-14 24-38 10-60Z" />
        <path d="M372 344c22 2 40 16 48 40-26 2-46-12-48-40Z" />
        <path d="M462 290c8-24 26-38 54-42 0 28-22 46-54 42Z" />
      </g>
      {/* Tail */}
      <path d="M322 262l62 84-26 12-60-66Z" fill="var(--water-6)" />
      {/* Breast */}
      <path d="M190 170c-20 44-10 98 30 128 30 22 72 18 90-10 18-30-2-86-42-124Z" fill="var(--ochre-4)" />
      {/* Back and wing */}
      <path d="M236 96c52 14 92 70 100 136 4 34 2 60-8 78-44-10-76-52-88-108-6-26-16-44-30-56Z" fill="var(--water-6)" />
      <path d="M262 128c30 26 50 70 52 116-24-24-40-68-52-116Z" fill="var(--water-3)" />
      {/* Head */}
      <path d="M168 140c-2-38 32-62 68-54 34 8 50 40 38 76-22 20-70 22-92 8-8-8-14-18-14-30Z" fill="var(--water-6)" />
      <path d="M184 148c14-12 40-14 56-2 8 6 10 14 4 18-20 4-46 2-60-16Z" fill="var(--ochre-4)" />
      <path d="M248 144c14 2 24 10 26 22-10 6-22 6-30 0 6-8 8-14 4-22Z" fill="var(--stone-0)" />
      <path d="M176 164c16 14 42 18 66 10-4 14-18 22-34 22-18 0-30-12-32-32Z" fill="var(--stone-0)" />
      <path d="M174 132L66 154c-4 1-4 5 0 5l112-1c4-10 2-20-4-26Z" fill="var(--stone-7)" />
      <circle cx="202" cy="130" r="8" fill="var(--stone-9)" />
      <circle cx="199.5" cy="127.5" r="2.5" fill="var(--stone-0)" />
      <g fill="var(--water-3)">
        <circle cx="214" cy="102" r="3" />
        <circle cx="230" cy="108" r="3" />
        <circle cx="244" cy="118" r="3" />
        <circle cx="226" cy="94" r="2.5" />
        <circle cx="244" cy="100" r="2.5" />
      </g>
      {/* Feet */}
      <path d="M248 304v14M260 304v14M276 304v14M288 304v14" fill="none" stroke="var(--brick-5)" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
