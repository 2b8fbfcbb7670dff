import { listPairs } from '../keys.ts';

/**
 * The emoji with which people react to records, in the order of the palette, by the key of their name in the texts
 * (docs/decisions/0045-reactions-and-comments.md). All are part of Unicode 11 of 2018. The server stores the emoji itself, so one that is
 * removed here stays readable.
 */
export const REACTION_EMOJI = {
  thumbs_up: '👍',
  heart: '❤️',
  star_eyes: '🤩',
  clapping: '👏',
  party: '🎉',
  heart_eyes: '😍',
  smile: '😊',
  laughing: '😂',
  surprised: '😮',
  exploding_head: '🤯',
  thinking: '🤔',
  monocle: '🧐',
  cool: '😎',
  sad: '😢',
  folded_hands: '🙏',
  ok_hand: '👌',
  strong: '💪',
  waving: '👋',
  eyes: '👀',
  magnifier: '🔍',
  microscope: '🔬',
  camera: '📷',
  trophy: '🏆',
  hundred: '💯',
  star: '🌟',
  sparkles: '✨',
  fire: '🔥',
  rocket: '🚀',
  clover: '🍀',
  sun: '🌞',
  moon: '🌙',
  rainbow: '🌈',
  herb: '🌿',
  blossom: '🌸',
  tree: '🌳',
  mushroom: '🍄',
  paws: '🐾',
  bird: '🐦',
  duck: '🦆',
  owl: '🦉',
  butterfly: '🦋',
  bee: '🐝',
  ladybird: '🐞',
  snail: '🐌',
  ant: '🐜',
  frog: '🐸',
  lizard: '🦎',
  fish: '🐟',
  fox: '🦊',
} as const;
export type ReactionName = keyof typeof REACTION_EMOJI;

const NAMES = new Map<string, ReactionName>(listPairs(REACTION_EMOJI).map(([name, emoji]) => [emoji, name]));

/** The key of an emoji's name; undefined if people cannot react with it. */
export function findReactionName(emoji: string): ReactionName | undefined {
  return NAMES.get(emoji);
}
