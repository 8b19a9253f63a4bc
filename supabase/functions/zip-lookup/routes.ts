import zipcodes from "zipcodes";
import { zipLookupEndpoints } from "../_shared/contracts/zip-lookup.ts";
import { AppError } from "../_shared/errors.ts";
import { implement } from "../_shared/http/handlers.ts";

const MILITARY_POST_OFFICE = /^(apo|fpo|dpo)$/i;

export default implement(zipLookupEndpoints, {
  lookUpZip: async ({ params }) => {
    const place = zipcodes.lookup(params.zip.slice(0, 5));
    if (place === undefined) {
      throw new AppError("not_found", { message: "We couldn't find a city for this ZIP code." });
    }
    const city = MILITARY_POST_OFFICE.test(place.city) ? place.city.toUpperCase() : place.city;
    return { city, state: place.state };
  },
});
