/** The colors that all scenes share: night, kraft paper, and lamplight. */
export const ink = {
  night: "#14213a",
  dusk: "#1f3258",
  evening: "#33497a",
  haze: "#6f7fa6",
  lamp: "#f7c864",
  brass: "#dcb25c",
  brassDark: "#a97a2a",
  kraft: "#d2a673",
  kraftDark: "#b07f4a",
  kraftLight: "#e6c397",
  kraftDeep: "#6f4d2b",
  cream: "#fffaf0",
  linen: "#f3e7cf",
  sand: "#dcc8a0",
  brick: "#b5482f",
  brickDark: "#86321f",
  rose: "#dd8f73",
  pine: "#2f6b4f",
  pineDark: "#1f4a38",
  sage: "#8fae8b",
  olive: "#6d7048",
  oliveDark: "#50532f",
  oliveLight: "#8b8c62",
  slate: "#4a5a78",
  wood: "#9a6a3c",
  woodDark: "#6f4726",
  woodLight: "#c08d57",
  wall: "#e9d6b1",
  wallDark: "#d3b988",
  floor: "#b98c5c",
  steel: "#8b97ad",
} as const;

/** Skin and hair tones. */
export const skin = {
  fair: "#f4cda9",
  tan: "#dfa875",
  brown: "#b37648",
  deep: "#7d4d2d",
} as const;

export const hair = {
  black: "#231a19",
  brown: "#55341f",
  chestnut: "#86502a",
  sandy: "#c08d4c",
  red: "#a8512a",
  gray: "#b9b4ad",
  white: "#ece7de",
} as const;
