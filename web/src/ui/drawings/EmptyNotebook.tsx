import { Drawing, Tuft } from './Drawing';

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
