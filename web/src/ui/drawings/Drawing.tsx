import type { ReactNode } from 'react';

/** The frame of small drawings: 200 by 140, flat shapes and fine lines. Hidden from screen readers. */
export function Drawing({ children, width = 200 }: { children: ReactNode; width?: number }) {
  return (
    <svg
      viewBox="0 0 200 140"
      width={width}
      height={width * 0.7}
      fill="none"
      stroke="var(--ink-soft)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** Three blades of grass at a point. */
export function Tuft({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return <path d="M0 0c-.4-4-1.8-7-4.5-9M0 0c0-5 .2-9 1-13M0 0c.6-3.5 2.200-6 5-7.5" transform={`translate(${x} ${y}) scale(${size})`} />;
}
