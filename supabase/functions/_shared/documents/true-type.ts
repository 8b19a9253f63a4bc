/** The parts of a TrueType font that a PDF needs. Glyphs are ids. */
export interface TrueType {
  readonly file: Uint8Array;
  readonly glyphs: ReadonlyMap<number, number>;
  /** In thousandths of the font size. */
  readonly widths: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
}

export async function readTrueType(deflatedBase64: string): Promise<TrueType> {
  const deflated = Uint8Array.from(atob(deflatedBase64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  const file = new Uint8Array(await new Response(stream).arrayBuffer());
  const tables = tablesOf(file);
  const table = (name: string) => tables.get(name) ?? new DataView(new ArrayBuffer(64));
  const [head, hhea] = [table("head"), table("hhea")];
  const thousandths = (units: number) => Math.round((units * 1000) / head.getUint16(18));
  return {
    file,
    glyphs: readGlyphs(table("cmap")),
    widths: readWidths(table("hmtx"), hhea.getUint16(34)).map(thousandths),
    ascent: thousandths(hhea.getInt16(4)),
    descent: thousandths(hhea.getInt16(6)),
    box: [36, 38, 40, 42].map((at) => thousandths(head.getInt16(at))),
  };
}

function tablesOf(file: Uint8Array): ReadonlyMap<string, DataView> {
  const view = new DataView(file.buffer);
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const name = String.fromCharCode(...file.subarray(entry, entry + 4));
    const [at, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)];
    return [name, new DataView(file.buffer, at, length)] as const;
  });
  return new Map(tables);
}

/** Glyphs beyond the last entry share its width; our fonts have none. */
const readWidths = (hmtx: DataView, count: number): number[] =>
  Array.from({ length: count }, (_, glyph) => hmtx.getUint16(glyph * 4));

/** Reads the font's cmap (format 4), which maps ranges of code points. */
function readGlyphs(cmap: DataView): ReadonlyMap<number, number> {
  const at = cmap.getUint32(8);
  const stretches = cmap.getUint16(at + 6) / 2;
  const [ends, glyphs] = [at + 14, new Map<number, number>()];
  const starts = ends + stretches * 2 + 2;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const deltas = starts + stretches * 2 + stretch * 2;
    const offsets = deltas + stretches * 2;
    const [start, end] = [cmap.getUint16(starts + stretch * 2), cmap.getUint16(ends + stretch * 2)];
    const [delta, offset] = [cmap.getInt16(deltas), cmap.getUint16(offsets)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const found = offset === 0 ? code : cmap.getUint16(offsets + offset + (code - start) * 2);
      if (found !== 0) glyphs.set(code, (found + delta) & 0xffff);
    }
  }
  return glyphs;
}
