/** The version in package.json, which an edge function can't read. `npm run release` writes both. */
export const VERSION = "0.1.0";
