import type { QueryClient } from "@tanstack/react-query";
import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { withinTimeLimit } from "#lib/api/time-limit.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { customMutation } from "../mutation.ts";
import { zipPlaceQuery } from "../zip-lookup/queries.ts";

type ApplicationBody = ApiOptions<"POST /api/volunteer-applications">["body"];

/** The ZIP code is required. City and state may be empty. */
export type NewVolunteerApplication = ApplicationBody & { readonly zipCode: string };

const UNKNOWN_PLACE = "Unknown";

const LOOKUP_LIMIT_MS = 3000;

/**
 * Looks up a missing place once more. If the lookup is slow or fails, submits the application without it (VAPP-12,
 * VAPP-14).
 */
const addMissingPlace = async (
  queryClient: QueryClient,
  application: NewVolunteerApplication,
): Promise<ApplicationBody> => {
  const { zipCode, city, state } = application;
  const isPlaceMissing = !city || !state;
  const place =
    isPlaceMissing && ZIP_CODE_PATTERN.test(zipCode)
      ? await withinTimeLimit(
          () => queryClient.fetchQuery(zipPlaceQuery(zipCode)),
          null,
          LOOKUP_LIMIT_MS,
        ).catch(() => null)
      : null;
  return {
    ...application,
    city: city || place?.city || UNKNOWN_PLACE,
    state: state || place?.state || UNKNOWN_PLACE,
  };
};

export const useCreateVolunteerApplication = customMutation(["POST /api/volunteer-applications"], {
  send: async (application: NewVolunteerApplication, queryClient) =>
    api("POST /api/volunteer-applications", {
      body: await withCaptcha(await addMissingPlace(queryClient, application)),
    }),
  invalidates: [],
  unaffected: { "GET /api/volunteer-applications": "Only the dashboard shows the counts." },
});
