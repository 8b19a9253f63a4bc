import type { DonorRecord } from "../data/donors/resource.ts";
import { homeData, aPaymentStatus } from "./builders.ts";
import { pagesOf, type fakeApi } from "./fake-api.ts";

/** Responses for a donor's page, to pass to `fakeApi`. Every list is empty. */
export const donorPageReads = (donor: DonorRecord) =>
  ({
    "GET /api/home": { body: homeData() },
    "GET /api/payment-status": { body: aPaymentStatus() },
    "GET /api/donors/:id": { body: donor },
    "GET /api/donations": pagesOf([]),
    "GET /api/donor-tasks": pagesOf([]),
    "GET /api/email-outbox": pagesOf([]),
    "GET /api/tributes": pagesOf([]),
  }) satisfies Parameters<typeof fakeApi>[0];
