import { Drawing, Tuft } from './Drawing';

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
