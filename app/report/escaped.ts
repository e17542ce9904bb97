const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for HTML, between tags or in a quoted attribute. Control characters are shown as a box: they belong in no report. */
export function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "").replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "\ufffd");
}
