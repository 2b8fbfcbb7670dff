/** The logo of Veld, the same drawing as public/favicon.svg. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path d="M8 24.5C6 13.8 12.5 6.6 25.5 6.5 26.4 18.3 19.5 26 8 24.5Z" fill="var(--on-accent)" />
      <path d="M6.5 27c2.2-6.4 6.3-10.6 12.5-13.5" fill="none" stroke="var(--accent)" strokeWidth="2.2" strokeLinecap="round" />
      <path d="M6 27.6c.6-1.9 1.3-3.6 2.2-5.2" fill="none" stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
