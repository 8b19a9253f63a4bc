import { zipLookupEndpoints } from "../_shared/contracts/zip-lookup.ts";
import { AppError } from "../_shared/errors.ts";
import { implement, type RunTransaction } from "../_shared/http/handlers.ts";
import { loadOnce } from "../_shared/http/load-once.ts";
import { isKnownCity, readZipList } from "./queries.ts";

/** Loads the places of all ZIP codes, such as `TX Fort Worth` for 76102. */
const loadPlaces = loadOnce(async (asCaller: RunTransaction) => {
  const lines = (await asCaller(readZipList)).split("\n");
  return new Map(lines.map((line) => [line.slice(0, 5), line.slice(6)]));
});

export default implement(zipLookupEndpoints, {
  lookUpZip: async ({ asCaller, params }) => {
    const place = (await loadPlaces(asCaller)).get(params.zip.slice(0, 5));
    if (place !== undefined) return { city: place.slice(3), state: place.slice(0, 2) };
    throw new AppError("not_found", { message: "We couldn't find a city for this ZIP code." });
  },

  checkCity: async ({ asCaller, query }) => ({
    isKnown: await asCaller((sql) => isKnownCity(sql, query.city, query.state)),
  }),
});
