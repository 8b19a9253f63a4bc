import { renderHook, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { storeTokens } from "../testing/fake-supabase.ts";
import { useCreateDonation } from "./payments/mutations.ts";
import { useRefundDonation } from "./donations/resource.ts";
import { useJoinEvent, useLeaveEvent } from "./events/mutations.ts";
import { useCancelEvent, useReinstateEvent } from "./events/resource.ts";
import { useUpdateOpeningBalances } from "./impact-stats/mutations.ts";
import { useUpdateSettings } from "./settings/mutations.ts";
import { useSetAccountStatus } from "./volunteer-accounts/resource.ts";
import { useApproveApplications, useReviewApplication } from "./volunteer-applications/resource.ts";
import { useRecordAttendances } from "./volunteer-event-registrations/resource.ts";
import {
  useCreateOwnHighlight,
  useDeleteOwnHighlight,
  useUpdateOwnHighlight,
} from "./volunteer-highlights/mutations.ts";

interface Write {
  readonly title: string;
  readonly useWrite: () => { readonly mutateAsync: (input: never) => Promise<unknown> };
  readonly input?: unknown;
  readonly affectedReads: readonly string[];
  /**
   * Data to refetch after a failure, because someone else may have written first, or the response may have been lost.
   */
  readonly readsStaleAfterFailure?: readonly string[];
}

const readsForAnyOutcome = (affectedReads: readonly string[]) => ({
  affectedReads,
  readsStaleAfterFailure: affectedReads,
});

const EVENT_READS = [
  "GET /api/events/with-counts",
  "GET /api/events/stats",
  "GET /api/events/:id/roster",
  "GET /api/admin/overview",
];
const APPLICATION_READS = [
  "GET /api/volunteer-applications",
  "GET /api/volunteers",
  "GET /api/volunteer-accounts",
];
const SHIFT_READS = [
  "GET /api/volunteer/:volunteerId/events",
  "GET /api/volunteer-event-registrations",
];
const DONATION_READS = [
  "GET /api/home",
  "GET /api/donations",
  "GET /api/recent-donations",
  "GET /api/donors-consolidated",
  "GET /api/donation-trends",
];
const OWN_HIGHLIGHTS_READ = "GET /api/volunteer/:volunteerId/highlights";
const HIGHLIGHT_READS = readsForAnyOutcome([
  OWN_HIGHLIGHTS_READ,
  "GET /api/home",
  "GET /api/volunteer-highlights/all",
]);

const writes: readonly Write[] = [
  {
    title: "saving settings",
    useWrite: useUpdateSettings,
    input: {},
    affectedReads: ["GET /api/settings", "GET /api/home"],
  },
  {
    title: "saving opening balances",
    useWrite: useUpdateOpeningBalances,
    input: {},
    affectedReads: ["GET /api/impact-stats/opening-balances", "GET /api/home"],
  },
  {
    title: "recording a gift",
    useWrite: useCreateDonation,
    input: { body: {}, idempotencyKey: "one-try" },
    affectedReads: DONATION_READS,
  },
  {
    title: "refunding a gift",
    useWrite: useRefundDonation,
    input: { id: "1", body: {}, idempotencyKey: "one-try" },
    ...readsForAnyOutcome([
      ...DONATION_READS,
      "GET /api/donations/sums",
      "GET /api/admin/overview",
    ]),
  },
  {
    title: "changing an account's status",
    useWrite: useSetAccountStatus,
    input: { id: "1", isActive: false },
    ...readsForAnyOutcome(["GET /api/volunteer-accounts", "GET /api/volunteers"]),
  },
  {
    title: "reviewing an application",
    useWrite: useReviewApplication,
    input: { id: "1", decision: "reject", reviewNotes: "" },
    ...readsForAnyOutcome(APPLICATION_READS),
  },
  {
    title: "approving several applications",
    useWrite: useApproveApplications,
    input: { ids: ["1", "2"], onProgress: () => undefined },
    affectedReads: APPLICATION_READS,
  },
  {
    title: "canceling an event",
    useWrite: useCancelEvent,
    input: { id: "1", reason: null },
    ...readsForAnyOutcome(EVENT_READS),
  },
  {
    title: "reinstating an event",
    useWrite: useReinstateEvent,
    input: "1",
    ...readsForAnyOutcome(EVENT_READS),
  },
  {
    title: "recording the attendance of several volunteers",
    useWrite: useRecordAttendances,
    input: { ids: ["1"], attendance: "absent" },
    ...readsForAnyOutcome(["GET /api/attendance", ...EVENT_READS, "GET /api/volunteers"]),
  },
  {
    title: "joining an event",
    useWrite: () => useJoinEvent("1"),
    input: "2",
    ...readsForAnyOutcome(SHIFT_READS),
  },
  {
    title: "leaving an event",
    useWrite: () => useLeaveEvent("1"),
    input: "2",
    ...readsForAnyOutcome(SHIFT_READS),
  },
  {
    title: "creating a highlight",
    useWrite: () => useCreateOwnHighlight("1"),
    input: { values: {}, idempotencyKey: "one-try" },
    ...HIGHLIGHT_READS,
  },
  {
    title: "changing a highlight",
    useWrite: () => useUpdateOwnHighlight("1"),
    input: { highlightId: "2", changes: {} },
    ...HIGHLIGHT_READS,
  },
  {
    title: "deleting a highlight",
    useWrite: () => useDeleteOwnHighlight("1"),
    input: "2",
    ...HIGHLIGHT_READS,
  },
];

/**
 * Starts the write against a server with the given response. `staleReads` returns the reads that have been invalidated.
 */
const runWrite = ({ useWrite, input, affectedReads }: Write, respond: () => Response) => {
  storeTokens("admin");
  storeTokens("volunteer");
  vi.stubGlobal("fetch", async () => respond());
  const queryClient = createQueryClient();
  for (const key of affectedReads) queryClient.setQueryData([key, {}], "before");
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useWrite, { wrapper });
  return {
    writePromise: result.current.mutateAsync(input as never),
    staleReads: () =>
      affectedReads.filter((key) => queryClient.getQueryState([key, {}])?.isInvalidated),
  };
};

test.each(writes)("$title invalidates every read that shows the record", async (write) => {
  const { writePromise, staleReads } = runWrite(write, () => Response.json({}));
  await writePromise;
  await waitFor(() => expect(staleReads()).toEqual(write.affectedReads));
});

test.each(writes.filter(({ readsStaleAfterFailure }) => readsStaleAfterFailure))(
  "$title invalidates reads that someone else may have changed, even if the server refuses the write",
  async (write) => {
    const { writePromise, staleReads } = runWrite(write, () => Response.json({}, { status: 409 }));
    await expect(writePromise).rejects.toThrow("409");
    await waitFor(() => expect(staleReads()).toEqual(write.readsStaleAfterFailure));
  },
);
