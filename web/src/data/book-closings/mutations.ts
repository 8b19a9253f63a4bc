import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type BookClosing = ApiOutput<"GET /api/book-closings", "admin">[number];
export type LateEntry = ApiOutput<"GET /api/late-entries", "admin">[number];

/** Fetches how the books were closed and opened. The first closing counts. */
export const useBookClosings = (isEnabled = true) =>
  useQuery({ ...readQuery("GET /api/book-closings", { as: "admin" }), enabled: isEnabled });

export const useLateEntries = () => useQuery(readQuery("GET /api/late-entries", { as: "admin" }));

export interface NewClosing {
  readonly body: ApiOptions<"POST /api/book-closings">["body"];
  readonly idempotencyKey: string;
}

export const useCloseBooks = mutation("POST /api/book-closings", {
  request: ({ body, idempotencyKey }: NewClosing) => ({ as: "admin", body, idempotencyKey }),
  invalidates: ["GET /api/book-closings", "GET /api/donation-months"],
  unaffected: { "GET /api/late-entries": "A closing adds no entries." },
  evenAfterFailure: true,
});
