/** The version from package.json, which an edge function can't read. `npm run release` updates both. */
export const VERSION = "0.1.0";
