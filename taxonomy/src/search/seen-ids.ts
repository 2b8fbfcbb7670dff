/** The ids seen in one query: an open-addressing set with a generation number per slot, so that clearing takes no time. Shared. */
let ids = new Int32Array(1 << 9);
let generations = new Int32Array(1 << 9);
let generation = 0;
let size = 0;

/** Empties the set. */
export function clearSeenIds(): void {
  generation++;
  size = 0;
}

/** Whether the id is in the set. */
export function isSeen(id: number): boolean {
  const mask = ids.length - 1;
  for (let slot = slotOf(id, mask); generations[slot] === generation; slot = (slot + 1) & mask) if (ids[slot] === id) return true;
  return false;
}

/** Adds an id that is not in the set. */
export function addSeen(id: number): void {
  if (size * 2 >= ids.length) grow();
  const mask = ids.length - 1;
  let slot = slotOf(id, mask);
  while (generations[slot] === generation) slot = (slot + 1) & mask;
  ids[slot] = id;
  generations[slot] = generation;
  size++;
}

function slotOf(id: number, mask: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 16) & mask;
}

function grow(): void {
  const before = ids.filter((_, slot) => generations[slot] === generation);
  ids = new Int32Array(ids.length * 2);
  generations = new Int32Array(ids.length);
  generation = 1;
  size = 0;
  for (const id of before) addSeen(id);
}
