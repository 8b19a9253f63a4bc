import { createFontStack } from "@capsizecss/core";
import { fromBuffer } from "@capsizecss/unpack";
import subsetFont from "subset-font";

/** The serif font's family name in style sheets. */
export const FONT_FAMILY = "Fraunces";

/** Similar weights share a fallback font, which is measured at the weight that most text uses. */
const CUTS = [
  { weights: "400 500", measuredWeight: 400, cut: "regular" },
  { weights: "501 700", measuredWeight: 600, cut: "bold" },
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

const georgiaMetrics = { ascent: 1878, descent: -449, lineGap: 0, unitsPerEm: 2048 };
const notoMetrics = { ascent: 1069, descent: -293, lineGap: 0, unitsPerEm: 1000 };
const dejaVuMetrics = { descent: -483, lineGap: 0, unitsPerEm: 2048 };

/**
 * Serifs that ship with Windows and macOS, Android and Linux. The metrics of Georgia and Noto Serif are from
 * `@capsizecss/metrics` 4.1, those of DejaVu Serif 2.37 from `@capsizecss/unpack`.
 */
const SYSTEM_FONTS: Readonly<
  Record<string, Readonly<Record<(typeof CUTS)[number]["cut"], SystemFont>>>
> = {
  Georgia: {
    regular: { names: ["Georgia", "Georgia"], metrics: { ...georgiaMetrics, xWidthAvg: 913 } },
    bold: {
      names: ["Georgia Bold", "Georgia-Bold"],
      metrics: { ...georgiaMetrics, xWidthAvg: 1062 },
    },
  },
  "Noto Serif": {
    regular: {
      names: ["Noto Serif Regular", "NotoSerif-Regular"],
      metrics: { ...notoMetrics, xWidthAvg: 481 },
    },
    bold: {
      names: ["Noto Serif Bold", "NotoSerif-Bold"],
      metrics: { ...notoMetrics, xWidthAvg: 512 },
    },
  },
  "DejaVu Serif": {
    regular: {
      names: ["DejaVu Serif", "DejaVuSerif"],
      metrics: { ...dejaVuMetrics, ascent: 1901, xWidthAvg: 1058 },
    },
    bold: {
      names: ["DejaVu Serif Bold", "DejaVuSerif-Bold"],
      metrics: { ...dejaVuMetrics, ascent: 1923, xWidthAvg: 1168 },
    },
  },
};

/** The characters whose average width is measured. */
const MEASURED_CHARACTERS = Array.from({ length: 0x17f - 0x20 }, (_, i) =>
  String.fromCodePoint(0x20 + i),
);

const measureFont = async (font: Buffer, wght: number): Promise<Metrics> => {
  const cut = await subsetFont(font, MEASURED_CHARACTERS.join(""), {
    targetFormat: "sfnt",
    variationAxes: { wght },
  });
  return fromBuffer(cut);
};

/**
 * Returns @font-face rules that give system fonts the file's metrics, so that the layout doesn't shift when the font
 * loads.
 */
export const writeFallbackFaces = async (font: Buffer): Promise<string> => {
  const faces: string[] = [];
  for (const { weights, measuredWeight, cut } of CUTS) {
    const ownMetrics = await measureFont(font, measuredWeight);
    const systemFonts = Object.entries(SYSTEM_FONTS).map(([familyName, cuts]) => ({
      familyName,
      fullName: cuts[cut].names[0],
      postscriptName: cuts[cut].names[1],
      ...cuts[cut].metrics,
    }));
    const { fontFaces } = createFontStack(
      [{ familyName: FONT_FAMILY, ...ownMetrics }, ...systemFonts],
      {
        fontFaceProperties: { fontWeight: weights },
      },
    );
    faces.push(fontFaces.replaceAll("'", '"'));
  }
  return faces.join("\n");
};
