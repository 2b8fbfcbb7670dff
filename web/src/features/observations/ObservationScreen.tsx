/** Being written. */
export default function Screen() {
  return null;
}
