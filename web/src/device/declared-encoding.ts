/** The text of an XML or other file: in the encoding that it declares; UTF-8 without a declaration. */
export function textInDeclaredEncoding(bytes: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const [, declared] = /^\s*<\?xml[^>]*\bencoding=["']([\w.-]+)["']/i.exec(head) ?? [];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
