import {
  rateLimitAddress,
  EDGE_SECRET_HEADER,
  PROJECT_EDGE_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../rules/visitor-address.ts";
import { isSameSecret } from "./secrets.ts";

/**
 * Returns the address used for rate limits: the CDN's header if it proves its identity, otherwise the Supabase edge's.
 * Returns undefined if neither set one, because any other header can be forged.
 */
export function clientAddress(
  headers: Headers,
  edgeSecret: string | undefined,
): string | undefined {
  return (
    addressFromCdn(headers, edgeSecret) ?? rateLimitAddress(headers.get(PROJECT_EDGE_HEADER) ?? "")
  );
}

/** Returns which hop provided the address used for rate limits. */
export function addressSource(
  headers: Headers,
  edgeSecret: string | undefined,
): "cdn" | "project" | "connection" {
  if (addressFromCdn(headers, edgeSecret) !== undefined) return "cdn";
  return clientAddress(headers, edgeSecret) === undefined ? "connection" : "project";
}

function addressFromCdn(headers: Headers, edgeSecret: string | undefined): string | undefined {
  const sentSecret = headers.get(EDGE_SECRET_HEADER);
  if (sentSecret === null || edgeSecret === undefined || !isSameSecret(sentSecret, edgeSecret)) {
    return undefined;
  }
  return rateLimitAddress(headers.get(VISITOR_ADDRESS_HEADER) ?? "");
}
