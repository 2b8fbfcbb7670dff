import { Drawing, Tuft } from './Drawing';

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
