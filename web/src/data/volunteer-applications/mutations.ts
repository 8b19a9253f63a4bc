import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ZIP_CODE_PATTERN } from "#contracts/limits.ts";
import { api, type ApiOptions } from "../../lib/api-client.ts";
import { zipPlaceQuery } from "../zip-lookup/queries.ts";
import { withCaptcha } from "../../lib/with-captcha.ts";

type ApplicationBody = ApiOptions<"POST /api/volunteer-applications">["body"];

/** City and state may still be empty. */
export type NewVolunteerApplication = ApplicationBody & { readonly zipCode: string };

const UNKNOWN = "Unknown";

/** One more lookup where the place is missing; without an answer the application goes out all the same (P§5). */
const withPlace = async (
  queryClient: QueryClient,
  application: NewVolunteerApplication,
): Promise<ApplicationBody> => {
  const { zipCode, city, state } = application;
  const isMissing = !city || !state;
  const place =
    isMissing && ZIP_CODE_PATTERN.test(zipCode)
      ? await queryClient.fetchQuery(zipPlaceQuery(zipCode)).catch(() => null)
      : null;
  return {
    ...application,
    city: city || place?.city || UNKNOWN,
    state: state || place?.state || UNKNOWN,
  };
};

export const useCreateVolunteerApplication = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (application: NewVolunteerApplication) =>
      api("POST /api/volunteer-applications", {
        body: await withCaptcha(await withPlace(queryClient, application)),
      }),
  });
};
