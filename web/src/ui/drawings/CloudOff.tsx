import { Drawing, Tuft } from './Drawing';

/** A cloud with a broken outline, for errors without a connection. */
export function CloudOff({ width }: { width?: number }) {
  return (
    <Drawing width={width}>
      <path d="M10 118c26-22 56-28 88-18 34 10 64 6 92-8v30H10Z" fill="var(--hill-mid)" stroke="none" />
      <path d="M10 122c40-14 84-12 120-6 22 4 42 3 60-2v8Z" fill="var(--hill-near)" stroke="none" />
      <path
        d="M64 86c-13 0-22-9-22-20 0-10 8-18 18-19 3-15 16-25 31-25 14 0 25 8 30 20 3-1 6-2 9-2 13 0 24 10 24 23s-10 23-24 23Z"
        fill="var(--sheet)"
        stroke="none"
      />
      <path
        d="M64 86c-13 0-22-9-22-20 0-10 8-18 18-19 3-15 16-25 31-25 14 0 25 8 30 20 3-1 6-2 9-2 13 0 24 10 24 23s-10 23-24 23"
        strokeDasharray="60 9 44 9 200"
      />
      <path d="M74 86h22m10 0h14" />
      <path d="M80 58c5-5 12-7 18-7s13 2 18 7M88 66c3-3 6-4 10-4s7 1 10 4" stroke="var(--edge)" />
      <circle cx="98" cy="73" r="2.4" fill="var(--edge)" stroke="none" />
      <path d="M116 46 80 80" stroke="var(--brick-ink)" strokeWidth="2.5" />
      <path d="M10 122h180" />
      <Tuft x={40} y={122} />
      <Tuft x={160} y={122} size={0.85} />
    </Drawing>
  );
}
