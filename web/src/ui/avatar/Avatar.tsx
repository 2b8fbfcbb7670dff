import classes from './Avatar.module.css';

type Tone = 'moss' | 'ochre' | 'water' | 'brick';
const [FIRST, ...OTHERS]: readonly [Tone, ...Tone[]] = ['moss', 'ochre', 'water', 'brick'];

/** The colour of a person: the same on every screen and device, as it follows from the id alone. */
export function pickTone(userId: string): Tone {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return OTHERS[(sum % (OTHERS.length + 1)) - 1] ?? FIRST;
}

interface Props {
  person: { id: string; name: string };
  /** `large` stands at the head of a page. */
  size?: 'small' | 'large';
}

/** A person's initials in their colour. An ornament: the name stands beside it. */
export function Avatar({ person, size = 'small' }: Props) {
  return (
    <span className={classes.avatar} data-tone={pickTone(person.id)} data-size={size} aria-hidden>
      {formatInitials(person.name)}
    </span>
  );
}

/** Initials of the first and last word of a name: "Anna de Wit" is AW. */
function formatInitials(name: string): string {
  const [first, ...others] = name.split(/\s+/).filter(Boolean);
  return [first, others.at(-1)].map((word = '') => [...word].slice(0, 1).join('').toLocaleUpperCase()).join('');
}
