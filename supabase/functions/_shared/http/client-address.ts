import {
  countedAddress,
  EDGE_SECRET_HEADER,
  PROJECT_EDGE_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../rules/visitor-address.ts";
import { isSameSecret } from "./secrets.ts";

/**
 * By which address a request counts: the one our CDN names, where it proves itself; otherwise the one that the
 * project's own edge saw. Undefined where neither has written one: everything else in the headers may be invented.
 */
export function clientAddress(
  headers: Headers,
  edgeSecret: string | undefined,
): string | undefined {
  return (
    addressByCdn(headers, edgeSecret) ?? countedAddress(headers.get(PROJECT_EDGE_HEADER) ?? "")
  );
}

/** Who vouches for the address that a request counts by. */
export function addressSource(
  headers: Headers,
  edgeSecret: string | undefined,
): "cdn" | "project" | "connection" {
  if (addressByCdn(headers, edgeSecret) !== undefined) return "cdn";
  return clientAddress(headers, edgeSecret) === undefined ? "connection" : "project";
}

function addressByCdn(headers: Headers, edgeSecret: string | undefined): string | undefined {
  const shown = headers.get(EDGE_SECRET_HEADER);
  if (shown === null || edgeSecret === undefined || !isSameSecret(shown, edgeSecret)) {
    return undefined;
  }
  return countedAddress(headers.get(VISITOR_ADDRESS_HEADER) ?? "");
}
