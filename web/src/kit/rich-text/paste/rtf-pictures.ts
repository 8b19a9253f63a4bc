const TYPES: Readonly<Record<string, string>> = {
  pngblip: "image/png",
  jpegblip: "image/jpeg",
};

/** Returns what stands directly in the group that starts at the index, without the groups inside it. */
const readGroup = (rtf: string, start: number): string => {
  let depth = 0;
  let content = "";
  let copiedUntil = start;
  const bracePattern = /[{}]/g;
  bracePattern.lastIndex = start;
  for (let match = bracePattern.exec(rtf); match; match = bracePattern.exec(rtf)) {
    if (depth === 0) content += rtf.slice(copiedUntil, match.index);
    depth += match[0] === "{" ? 1 : -1;
    copiedUntil = match.index + 1;
    if (depth < 0) break;
  }
  return content;
};

/**
 * Returns the pictures in a text's RTF, in order. Word's HTML only names files on the computer, which a page can't read.
 * RTF also contains each picture in a format for old programs, which is left out.
 */
export const readRtfPictures = (rtf: string): readonly File[] => {
  const files: File[] = [];
  for (const { index } of rtf.matchAll(/\\pict(?![a-z])/g)) {
    const group = readGroup(rtf, index);
    const type = TYPES[/\\((?:png|jpeg)blip)(?![a-z])/.exec(group)?.[1] ?? ""];
    if (!type) continue;
    const digits = group.replace(/\\[a-z]+(?:-?\d+)? ?/g, "").replace(/[^\da-f]/gi, "");
    const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, position) =>
      Number.parseInt(digits.slice(2 * position, 2 * position + 2), 16),
    );
    files.push(new File([bytes], `picture ${files.length + 1}`, { type }));
  }
  return files;
};
