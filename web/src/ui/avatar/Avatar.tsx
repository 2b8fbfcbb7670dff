import classes from './Avatar.module.css';

const TONES = ['moss', 'ochre', 'water', 'brick'] as const;

/** The colour of a person: the same on every screen and device, as it follows from the id alone. */
export function pickTone(userId: string): (typeof TONES)[number] {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return TONES[sum % TONES.length]!;
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
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word][0]!.toLocaleUpperCase()).join('');
}
