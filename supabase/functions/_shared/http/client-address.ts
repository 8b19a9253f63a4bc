import {
  rateLimitAddress,
  EDGE_SECRET_HEADER,
  PROJECT_EDGE_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../rules/visitor-address.ts";
import { isAcceptedSecret } from "./secrets.ts";

/**
 * Returns the address used for rate limits: the CDN's header if it proves its identity, otherwise the Supabase edge's.
 * Returns undefined if neither set one, because any other header can be forged.
 */
export function findClientAddress(
  headers: Headers,
  edgeSecrets: readonly string[] | undefined,
): string | undefined {
  return (
    findCdnAddress(headers, edgeSecrets) ?? rateLimitAddress(headers.get(PROJECT_EDGE_HEADER) ?? "")
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
  return rateLimitAddress(headers.get(VISITOR_ADDRESS_HEADER) ?? "");
}
