import { bundleFunctions, measureChunks, listStartChunks } from "./functions/bundles.ts";

/* `npm run build:functions` writes the bundles that `supabase functions deploy` uploads. */
for (const [name, chunks] of await bundleFunctions()) {
  const total = measureChunks(chunks).gzippedKilobytes.toFixed(0).padStart(5);
  const start = measureChunks(listStartChunks(chunks)).kilobytes.toFixed(0);
  console.log(`${name.padEnd(15)} ${total} KB compressed, entry ${start} KB`);
}
