import {
  toRateLimitAddress,
  EDGE_SECRET_HEADER,
  PROJECT_EDGE_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../rules/visitor-address.ts";
import { isAcceptedSecret } from "./secrets.ts";

/**
 * Returns the address used for rate limits: from the CDN's header if the request has the CDN's secret, otherwise from
 * the Supabase edge's header. Returns undefined if there is neither, because any other header can be forged.
 */
export function findClientAddress(
  headers: Headers,
  edgeSecrets: readonly string[] | undefined,
): string | undefined {
  return (
    findCdnAddress(headers, edgeSecrets) ??
    toRateLimitAddress(headers.get(PROJECT_EDGE_HEADER) ?? "")
  );
}

/** Returns which hop provided the address used for rate limits. */
export function findAddressSource(
  headers: Headers,
  edgeSecrets: readonly string[] | undefined,
): "cdn" | "project" | "connection" {
  if (findCdnAddress(headers, edgeSecrets) !== undefined) return "cdn";
  return findClientAddress(headers, edgeSecrets) === undefined ? "connection" : "project";
}

function findCdnAddress(
  headers: Headers,
  edgeSecrets: readonly string[] | undefined,
): string | undefined {
  const sentSecret = headers.get(EDGE_SECRET_HEADER);
  if (sentSecret === null || !isAcceptedSecret(sentSecret, edgeSecrets)) return undefined;
  return toRateLimitAddress(headers.get(VISITOR_ADDRESS_HEADER) ?? "");
}
