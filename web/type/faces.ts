import { createFontStack } from "@capsizecss/core";
import { fromBuffer } from "@capsizecss/unpack";
import subsetFont from "subset-font";

/** What a web page's style sheet calls the serif. */
export const FAMILY = "Fraunces";

/** Weights that look like one another fall back to the same cut; metrics are taken where most of the text stands. */
const CUTS = [
  { weights: "400 500", measuredAt: 400, cut: "regular" },
  { weights: "501 700", measuredAt: 600, cut: "bold" },
] as const;

interface Metrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly unitsPerEm: number;
  readonly xWidthAvg: number;
}

interface SystemFont {
  readonly names: readonly [fullName: string, postscriptName: string];
  readonly metrics: Metrics;
}

const georgia = { ascent: 1878, descent: -449, lineGap: 0, unitsPerEm: 2048 };
const noto = { ascent: 1069, descent: -293, lineGap: 0, unitsPerEm: 1000 };
const dejaVu = { descent: -483, lineGap: 0, unitsPerEm: 2048 };

/**
 * What systems bring along: Windows and Apple; Android and many a Linux; other Linux. Georgia and Noto Serif as
 * `@capsizecss/metrics` 4.1 lists them, DejaVu Serif 2.37 as `@capsizecss/unpack` reads it.
 */
const SYSTEM_FONTS: Readonly<
  Record<string, Readonly<Record<(typeof CUTS)[number]["cut"], SystemFont>>>
> = {
  Georgia: {
    regular: { names: ["Georgia", "Georgia"], metrics: { ...georgia, xWidthAvg: 913 } },
    bold: { names: ["Georgia Bold", "Georgia-Bold"], metrics: { ...georgia, xWidthAvg: 1062 } },
  },
  "Noto Serif": {
    regular: {
      names: ["Noto Serif Regular", "NotoSerif-Regular"],
      metrics: { ...noto, xWidthAvg: 481 },
    },
    bold: { names: ["Noto Serif Bold", "NotoSerif-Bold"], metrics: { ...noto, xWidthAvg: 512 } },
  },
  "DejaVu Serif": {
    regular: {
      names: ["DejaVu Serif", "DejaVuSerif"],
      metrics: { ...dejaVu, ascent: 1901, xWidthAvg: 1058 },
    },
    bold: {
      names: ["DejaVu Serif Bold", "DejaVuSerif-Bold"],
      metrics: { ...dejaVu, ascent: 1923, xWidthAvg: 1168 },
    },
  },
};

/** Every letter that the measured width is weighed over. */
const MEASURED = Array.from({ length: 0x17f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i));

const measure = async (font: Buffer, wght: number): Promise<Metrics> => {
  const cut = await subsetFont(font, MEASURED.join(""), {
    targetFormat: "sfnt",
    variationAxes: { wght },
  });
  return fromBuffer(cut);
};

/** System fonts that take exactly the room of the file, so that nothing moves when it comes. */
export const fallbackFaces = async (font: Buffer): Promise<string> => {
  const faces: string[] = [];
  for (const { weights, measuredAt, cut } of CUTS) {
    const own = await measure(font, measuredAt);
    const systems = Object.entries(SYSTEM_FONTS).map(([familyName, cuts]) => ({
      familyName,
      fullName: cuts[cut].names[0],
      postscriptName: cuts[cut].names[1],
      ...cuts[cut].metrics,
    }));
    const { fontFaces } = createFontStack([{ familyName: FAMILY, ...own }, ...systems], {
      fontFaceProperties: { fontWeight: weights },
    });
    faces.push(fontFaces.replaceAll("'", '"'));
  }
  return faces.join("\n");
};
