import { renderHook, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { keepTokens } from "../testing/fake-supabase.ts";
import { useCreateDonation } from "./donations/mutations.ts";
import { useRefundDonation } from "./donations/refunds.ts";
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
  readonly shownBy: readonly string[];
  /** Reads to invalidate after a failure, because someone else may have written first or the response was lost. */
  readonly staleWhenRefused?: readonly string[];
}

const alwaysStale = (shownBy: readonly string[]) => ({ shownBy, staleWhenRefused: shownBy });

const EVENTS = [
  "GET /api/events/with-counts",
  "GET /api/events/stats",
  "GET /api/events/:id/roster",
  "GET /api/admin/overview",
];
const APPLICATIONS = [
  "GET /api/volunteer-applications",
  "GET /api/volunteers",
  "GET /api/volunteer-accounts",
];
const SHIFTS = ["GET /api/volunteer/:volunteerId/events", "GET /api/volunteer-event-registrations"];
const DONATIONS = [
  "GET /api/home",
  "GET /api/donations",
  "GET /api/recent-donations",
  "GET /api/donors-consolidated",
  "GET /api/donation-trends",
];
const OWN_HIGHLIGHTS = "GET /api/volunteer/:volunteerId/highlights";
const HIGHLIGHTS = {
  shownBy: [OWN_HIGHLIGHTS, "GET /api/home", "GET /api/volunteer-highlights/all"],
  staleWhenRefused: [OWN_HIGHLIGHTS],
};

const writes: readonly Write[] = [
  {
    title: "settings",
    useWrite: useUpdateSettings,
    input: {},
    shownBy: ["GET /api/settings", "GET /api/home"],
  },
  {
    title: "opening balances",
    useWrite: useUpdateOpeningBalances,
    input: {},
    shownBy: ["GET /api/impact-stats/opening-balances", "GET /api/home"],
  },
  {
    title: "a gift",
    useWrite: useCreateDonation,
    input: { body: {}, idempotencyKey: "one-try" },
    shownBy: DONATIONS,
  },
  {
    title: "a refund",
    useWrite: useRefundDonation,
    input: { id: "1", body: {}, idempotencyKey: "one-try" },
    ...alwaysStale([...DONATIONS, "GET /api/donations/sums", "GET /api/admin/overview"]),
  },
  {
    title: "an account's status",
    useWrite: useSetAccountStatus,
    input: { id: "1", isActive: false },
    ...alwaysStale(["GET /api/volunteer-accounts", "GET /api/volunteers"]),
  },
  {
    title: "an application",
    useWrite: useReviewApplication,
    input: { id: "1", decision: "reject", reviewNotes: "" },
    ...alwaysStale(APPLICATIONS),
  },
  {
    title: "several applications",
    useWrite: useApproveApplications,
    input: { ids: ["1", "2"], onProgress: () => undefined },
    shownBy: APPLICATIONS,
  },
  {
    title: "a canceled event",
    useWrite: useCancelEvent,
    input: { id: "1", reason: null },
    ...alwaysStale(EVENTS),
  },
  { title: "a reinstated event", useWrite: useReinstateEvent, input: "1", ...alwaysStale(EVENTS) },
  {
    title: "attendance of several volunteers",
    useWrite: useRecordAttendances,
    input: { ids: ["1"], attendance: "absent" },
    ...alwaysStale(["GET /api/attendance", ...EVENTS, "GET /api/volunteers"]),
  },
  {
    title: "joining an event",
    useWrite: () => useJoinEvent("1"),
    input: "2",
    ...alwaysStale(SHIFTS),
  },
  {
    title: "leaving an event",
    useWrite: () => useLeaveEvent("1"),
    input: "2",
    ...alwaysStale(SHIFTS),
  },
  {
    title: "a new highlight",
    useWrite: () => useCreateOwnHighlight("1"),
    input: { values: {}, idempotencyKey: "one-try" },
    ...HIGHLIGHTS,
  },
  {
    title: "a changed highlight",
    useWrite: () => useUpdateOwnHighlight("1"),
    input: { highlightId: "2", changes: {} },
    ...HIGHLIGHTS,
  },
  {
    title: "a deleted highlight",
    useWrite: () => useDeleteOwnHighlight("1"),
    input: "2",
    ...HIGHLIGHTS,
  },
];

/** Runs the write against the given response and returns the reads that became stale. */
const runWrite = ({ useWrite, input, shownBy }: Write, respond: () => Response) => {
  keepTokens("admin");
  keepTokens("volunteer");
  vi.stubGlobal("fetch", async () => respond());
  const queryClient = createQueryClient();
  for (const key of shownBy) queryClient.setQueryData([key, {}], "before");
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useWrite, { wrapper });
  return {
    writePromise: result.current.mutateAsync(input as never),
    staleReads: () => shownBy.filter((key) => queryClient.getQueryState([key, {}])?.isInvalidated),
  };
};

test.each(writes)("$title: invalidates every read that shows the record", async (write) => {
  const { writePromise, staleReads } = runWrite(write, () => Response.json({}));
  await writePromise;
  await waitFor(() => expect(staleReads()).toEqual(write.shownBy));
});

test.each(writes.filter(({ staleWhenRefused }) => staleWhenRefused))(
  "$title: a refused write invalidates what someone else may have changed",
  async (write) => {
    const { writePromise, staleReads } = runWrite(write, () => Response.json({}, { status: 409 }));
    await expect(writePromise).rejects.toThrow("409");
    await waitFor(() => expect(staleReads()).toEqual(write.staleWhenRefused));
  },
);
